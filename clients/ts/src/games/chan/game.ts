/** Chắn as the registry lists it. */

import { file_chieu_chan_v1_chan } from "../../gen/chieu/chan/v1/chan_pb.js";
import type { Game } from "../registry.js";
import { legalMoves, randomMove } from "./legal.js";

/** Chắn: pairs from the 100-card pack, 4 seats. */
export const CHAN: Game = { name: "chan", file: file_chieu_chan_v1_chan, legalMoves, randomMove };
