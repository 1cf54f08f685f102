import type { Frame, RawLine } from '../../trace/model';
import type { MappedLine } from '../result/mapped';
import type { Room } from '../result/traceAllowance';
import type { Resolution } from './resolveFrame';
import type { MinifiedFrame } from './sourcePlaces';

/** Minimum number of frames in a run (cached sequence of frames). Caching a shorter run saves no time. */
const minLines = 4;
const maxLines = 256;
const maxNumbered = 4;

interface RunSpeaks {
	readonly explained: number;
	readonly counted: number;
	readonly places: ReadonlySet<KnownPlace>;
}

interface ShownRun {
	readonly frames: readonly Frame[];
	readonly took: Room;
}

/** Cached sequence of frames (run) that is looked up as a whole. Many stacks differ only in their first frame. */
export class KnownRun {
	private readonly text: string;
	private readonly alike: readonly (number | undefined)[];
	private speaksKnown: RunSpeaks | undefined;
	private shownKnown: ShownRun | undefined;
	private readonly numbered = new Map<number, readonly Frame[]>();

	private constructor(readonly frames: readonly KnownFrame[]) {
		this.text = frames.map(({ text }) => text).join('');
		this.alike = frames.flatMap(({ line1, flags, typeLength }) => [line1, flags, typeLength]);
	}

	static of(frames: readonly KnownFrame[]): KnownRun | undefined {
		return frames.length >= minLines && frames.length <= maxLines ? new KnownRun(frames) : undefined;
	}

	isAt(lines: readonly (Frame | RawLine)[], first: number): boolean {
		const { frames, text, alike } = this;
		if (first + frames.length > lines.length) {
			return false;
		}
		let start = 0;
		for (let index = 0; index < frames.length; index++) {
			const line = lines[first + index];
			if (
				line?.kind !== 'managed' ||
				!text.startsWith(line.text, start) ||
				alike[3 * index] !== line.line1 ||
				alike[3 * index + 1] !== line.flags.length ||
				alike[3 * index + 2] !== line.type?.length
			) {
				return false;
			}
			start += line.text.length;
		}
		return start === text.length;
	}

	get speaks(): RunSpeaks | undefined {
		this.speaksKnown ??= this.sumOfFrames();
		return this.speaksKnown;
	}

	private sumOfFrames(): RunSpeaks | undefined {
		let explained = 0;
		let counted = 0;
		const byPlace = new Map(this.frames.map((frame) => [frame.place, frame.speaks]));
		for (const speaks of byPlace.values()) {
			if (!speaks) {
				return undefined;
			}
			explained += Number(speaks.answer === true);
			counted += Number(speaks.answer !== undefined);
		}
		return { explained, counted, places: new Set(byPlace.keys()) };
	}

	/** Frames of the whole run. Undefined if a line is unresolved or affects the next line. */
	get shown(): ShownRun | undefined {
		this.shownKnown ??= this.shownFrames();
		return this.shownKnown;
	}

	/**
	 * Returns the frames, numbered from line `first`. Caches them, because the run starts at the same line in most
	 * traces.
	 */
	numberedFrom(first: number): readonly Frame[] {
		const { numbered } = this;
		let frames = numbered.get(first);
		if (!frames) {
			frames = (this.shown?.frames ?? []).map((frame, index) => ({ ...frame, line: first + index }));
			if (numbered.size === maxNumbered) {
				numbered.clear();
			}
			numbered.set(first, frames);
		}
		return frames;
	}

	private shownFrames(): ShownRun | undefined {
		const shownFrames: Frame[] = [];
		let frames = 0;
		let characters = 0;
		for (const { usual } of this.frames) {
			if (!usual?.shown || usual.resolution.carried !== undefined) {
				return undefined;
			}
			const { line, took } = usual.shown;
			frames += took.frames;
			characters += took.characters;
			for (const { frame } of line.frames) {
				shownFrames.push(frame);
			}
		}
		return { frames: shownFrames, took: { frames, characters } };
	}
}

/** Cached frame with copies of the properties to compare, because reading the source frame would be slower. */
export interface MetFrame {
	readonly source: Frame;
	readonly text: string;
	readonly line1: number | undefined;
	readonly flags: number;
	readonly typeLength: number;
	below: KnownFrame | UnresolvedFrame | undefined;
}

export interface KnownFrame extends MetFrame {
	readonly frame: MinifiedFrame;
	readonly place: KnownPlace;
	readonly isNamed: boolean;
	/** Whether the frame is evidence for the mapping (see `retraceFit`). Undefined until it is needed. */
	speaks: { readonly answer: boolean | undefined } | undefined;
	/** Result for this frame if neither the frame above nor an exception in the line above affects it. */
	usual: KnownResolution | undefined;
	/** Results by the type of the exception in the line above. Undefined until there is a result. */
	byThrown: Map<string, KnownResolution> | undefined;
	run: KnownRun | undefined;
}

export interface UnresolvedFrame extends MetFrame {
	readonly frame: undefined;
}

export interface KnownResolution {
	readonly resolution: Resolution;
	/** Deobfuscated line, and how much of the trace's size limit it uses. */
	shown?: { readonly line: MappedLine; readonly took: Room };
}

/** Method and position, which frames with different file names can share. */
export interface KnownPlace {
	readonly method: string;
	/** ID of the last list of frames to which this place was added, and the index of the place in this list. */
	list: number;
	index: number;
}
