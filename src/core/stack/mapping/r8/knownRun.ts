import type { Frame, RawLine } from '../../trace/model';
import type { Room } from '../result/traceAllowance';
import type { KnownFrame, KnownPlace } from './knownFrames';

/** Shorter ones are looked up as fast line by line, and longer ones are recursions. */
const minLines = 4;
const maxLines = 256;
/** Lines in which a run begins that are known of it. */
const maxNumbered = 4;

/** What a run says of a mapping, see `retraceFit`. */
interface RunSpeaks {
	readonly explained: number;
	readonly counted: number;
	readonly places: ReadonlySet<KnownPlace>;
}

/** What the lines of a run became, and what that took of the trace's allowance. */
interface ShownRun {
	readonly frames: readonly Frame[];
	readonly took: Room;
}

/**
 * Frames of classes that the mapping names, one below the other: those from the second frame of a stack on are the same
 * wherever the first one fails. What is known of all of them is known of the run, and no frame needs to be looked at.
 */
export class KnownRun {
	private readonly text: string;
	/** What `isReadAlike` compares, by line. */
	private readonly alike: readonly (number | undefined)[];
	private speaksKnown: RunSpeaks | undefined;
	private shownKnown: ShownRun | undefined;
	/** The frames of `shown` by the number of the first line. */
	private readonly numbered = new Map<number, readonly Frame[]>();

	private constructor(readonly frames: readonly KnownFrame[]) {
		this.text = frames.map(({ text }) => text).join('');
		this.alike = frames.flatMap(({ line1, flags, typeLength }) => [line1, flags, typeLength]);
	}

	/** Undefined for frames that are not worth it. */
	static of(frames: readonly KnownFrame[]): KnownRun | undefined {
		return frames.length >= minLines && frames.length <= maxLines ? new KnownRun(frames) : undefined;
	}

	/** Whether the lines from an index on are those of the run. */
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

	/** Undefined before each of the frames was asked about, or where the mapping says too much about one. */
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

	/** Undefined before each line was shown, and where one of them counts for the next. */
	get shown(): ShownRun | undefined {
		this.shownKnown ??= this.shownFrames();
		return this.shownKnown;
	}

	/** The frames of `shown`, with the numbers of their lines: mostly a stack begins in one of the same few lines. */
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
