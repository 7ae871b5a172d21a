/** Tấn as the registry lists it. */

import { file_chieu_tan_v1_tan } from "../../gen/chieu/tan/v1/tan_pb.js";
import type { Game } from "../registry.js";
import { legalMoves, randomMove } from "./legal.js";

/** Tấn: attack and defence, 2 to 4 seats. */
export const TAN: Game = { name: "tan", file: file_chieu_tan_v1_tan, legalMoves, randomMove };
