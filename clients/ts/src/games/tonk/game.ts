/** Tonk as the registry lists it. */

import { file_chieu_tonk_v1_tonk } from "../../gen/chieu/tonk/v1/tonk_pb.js";
import type { Game } from "../registry.js";
import { legalMoves, randomMove } from "./legal.js";

/** Tonk: knock rummy, 2 to 4 seats. */
export const TONK: Game = { name: "tonk", file: file_chieu_tonk_v1_tonk, legalMoves, randomMove };
