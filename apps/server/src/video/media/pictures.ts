/**
 * The pictures that this process draws: one for each machine and each size that somebody watches. A viewer with a large
 * picture gets the large size while the processor has room for it, and the standard one as soon as it has none: the size
 * changes within the viewer's connection, at a key frame. Who has lost the large size has it again with the next connection.
 */
import { PICTURE_SIZES } from "@reelcast/contract";
import type { PictureSize } from "@reelcast/contract";
import type { DisplayState } from "@reelcast/machine";
import type { MediaOptions } from "../messages.ts";
import { CORES, createLoadMeter } from "./load.ts";
import type { Load } from "./load.ts";
import { Pipeline } from "./pipeline.ts";
import type { Viewer } from "./viewer.ts";

/** Up to this load, another large picture begins. */
const ROOM: Load = { processor: 0.5, thread: 0.6 };
/** From this load on, the process can't keep up. */
const FULL: Load = { processor: 0.9, thread: 0.85 };
/** Measurements in a row that show a process which can't keep up, before large pictures end. */
const FULL_FOR = 3;
export const MEASURED_EVERY_MS = 1_000;

/** What a viewer watches. */
export interface Watched {
  machineId: number;
  display: DisplayState;
  frameRate: number;
  /** What suits the viewer's place for the picture. */
  size: PictureSize;
}

interface Place {
  machineId: number;
  size: PictureSize;
  frameRate: number;
}
const keyOf = ({ machineId, size }: Pick<Place, "machineId" | "size">) => `${machineId} ${size}`;

export class Pictures {
  readonly #options: MediaOptions;
  readonly #onFailed: (machineId: number, viewers: readonly Viewer[], error: Error) => void;
  readonly #readLoad: () => Load;
  readonly #cores: number;
  readonly #pipelines = new Map<string, Pipeline>();
  readonly #displays = new Map<number, DisplayState>();
  readonly #places = new Map<Viewer, Place>();
  readonly #timer: NodeJS.Timeout;
  #load: Load = { processor: 0, thread: 0 };
  #fullFor = 0;
  #framesOfClosed = 0;

  /** @param onFailed a picture has failed, with its viewers: they are to be closed */
  constructor(
    options: MediaOptions,
    onFailed: (machineId: number, viewers: readonly Viewer[], error: Error) => void,
    { readLoad = createLoadMeter(), cores = CORES }: { readLoad?: () => Load; cores?: number } = {},
  ) {
    this.#options = options;
    this.#onFailed = onFailed;
    this.#readLoad = readLoad;
    this.#cores = cores;
    this.#timer = setInterval(() => this.#measure(), MEASURED_EVERY_MS);
    this.#timer.unref();
  }

  /** Frames drawn since the start. */
  get frames(): number {
    return [...this.#pipelines.values()].reduce((sum, { frames }) => sum + frames, this.#framesOfClosed);
  }
  /** Machines that somebody watches. */
  get machines(): number {
    return new Set([...this.#places.values()].map(({ machineId }) => machineId)).size;
  }

  /** A viewer begins to watch. */
  add(viewer: Viewer, { machineId, display, frameRate, size: suited }: Watched): void {
    this.show(machineId, display);
    this.#displays.set(machineId, display);
    const isThere = suited === "large" ? this.#hasRoom(machineId) : suited === "standard" || this.#options.tall;
    const size = isThere ? suited : "standard";
    this.#join(viewer, { machineId, size, frameRate });
  }
  /** A viewer is gone. Nothing is drawn for nobody. */
  remove(viewer: Viewer): void {
    const place = this.#places.get(viewer);
    if (!place) return;
    this.#leave(viewer, place);
    if (!this.#watched(place.machineId)) this.#displays.delete(place.machineId);
  }
  show(machineId: number, display: DisplayState): void {
    if (this.#displays.has(machineId)) this.#displays.set(machineId, display);
    for (const size of PICTURE_SIZES) this.#pipelines.get(keyOf({ machineId, size }))?.show(display);
  }
  wantKeyFrame(viewer: Viewer): void {
    const place = this.#places.get(viewer);
    if (place) this.#pipelines.get(keyOf(place))?.wantKeyFrame();
  }
  close(): void {
    clearInterval(this.#timer);
    for (const viewer of this.#places.keys()) this.remove(viewer);
  }

  #watched(machineId: number): boolean {
    return [...this.#places.values()].some((place) => place.machineId === machineId);
  }
  /** Whether a large picture of this machine may begin, or is there already. At most one for each core. */
  #hasRoom(machineId: number): boolean {
    if (!this.#options.large) return false;
    if (this.#pipelines.has(keyOf({ machineId, size: "large" }))) return true;
    const count = [...this.#pipelines.keys()].filter((key) => key.endsWith(" large")).length;
    const { processor, thread } = this.#load;
    return count < this.#cores && this.#fullFor === 0 && processor <= ROOM.processor && thread <= ROOM.thread;
  }

  #join(viewer: Viewer, place: Place): void {
    const key = keyOf(place);
    const pipeline = this.#pipelines.get(key) ?? this.#begin(place);
    this.#pipelines.set(key, pipeline);
    this.#places.set(viewer, place);
    pipeline.add(viewer);
  }
  #begin({ machineId, size, frameRate }: Place): Pipeline {
    const display = this.#displays.get(machineId);
    if (!display) throw new Error(`nothing is known of what machine ${machineId} shows`);
    const { large, tall, ...standard } = this.#options;
    const options = { ...standard, ...{ standard: {}, large, tall }[size] };
    return new Pipeline(display, frameRate, options, (error) => {
      const viewers = [...this.#places].filter(([, place]) => place.machineId === machineId && place.size === size);
      this.#onFailed(
        machineId,
        viewers.map(([viewer]) => viewer),
        error,
      );
    });
  }
  #leave(viewer: Viewer, place: Place): void {
    this.#places.delete(viewer);
    const pipeline = this.#pipelines.get(keyOf(place));
    pipeline?.remove(viewer);
    if (!pipeline || pipeline.size > 0) return;
    this.#pipelines.delete(keyOf(place));
    pipeline.close();
    this.#framesOfClosed += pipeline.frames;
  }

  #measure(): void {
    this.#load = this.#readLoad();
    const isFull = this.#load.processor >= FULL.processor || this.#load.thread >= FULL.thread;
    this.#fullFor = isFull ? this.#fullFor + 1 : 0;
    if (this.#fullFor < FULL_FOR) return;
    for (const [viewer, place] of this.#places) {
      if (place.size !== "large") continue;
      this.#leave(viewer, place);
      this.#join(viewer, { ...place, size: "standard" });
      viewer.expectKeyFrame();
      this.wantKeyFrame(viewer);
    }
  }
}
