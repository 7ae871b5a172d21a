/** Small sounds, made on the spot; none unless the player wants them. */

import { preferences } from "../state/preferences";

/** What can be heard. */
export type Sound = "card" | "sweep" | "win" | "lose" | "turn" | "tick";

const NOTES: Readonly<Record<Exclude<Sound, "card" | "sweep">, readonly number[]>> = {
  turn: [587, 784],
  win: [523, 659, 784, 1047],
  lose: [392, 311],
  tick: [880],
};

let context: AudioContext | undefined;

/** Plays a sound, if the player wants sounds and the browser lets us. */
export function play(sound: Sound): void {
  if (!preferences.value.sound || typeof AudioContext === "undefined") {
    return;
  }
  context ??= new AudioContext();
  const { currentTime } = context;
  if (sound === "card" || sound === "sweep") {
    rustle(context, currentTime, sound === "card" ? 0.06 : 0.16);
  } else {
    NOTES[sound].forEach((pitch, place) => {
      note(context as AudioContext, pitch, currentTime + place * 0.09);
    });
  }
}

function note(on: AudioContext, pitch: number, at: number): void {
  const oscillator = new OscillatorNode(on, { type: "triangle", frequency: pitch });
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.linearRampToValueAtTime(0.12, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.22);
  oscillator.connect(gain).connect(on.destination);
  oscillator.start(at);
  oscillator.stop(at + 0.25);
}

/** Paper on a mat: a short noise that dies away. */
function rustle(on: AudioContext, at: number, seconds: number): void {
  const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * seconds), on.sampleRate);
  const data = buffer.getChannelData(0);
  for (let place = 0; place < data.length; place += 1) {
    data[place] = (Math.random() * 2 - 1) * (1 - place / data.length) ** 2;
  }
  const source = new AudioBufferSourceNode(on, { buffer });
  const filter = new BiquadFilterNode(on, { type: "bandpass", frequency: 2600, Q: 0.7 });
  source
    .connect(filter)
    .connect(new GainNode(on, { gain: 0.25 }))
    .connect(on.destination);
  source.start(at);
}
