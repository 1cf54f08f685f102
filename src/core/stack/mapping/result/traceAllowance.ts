import type { Frame } from '../../trace/model';
import { keptLine, type MappedFrame, type MappedLine, noticeFrame } from './mapped';

/**
 * How much a mapping may make of one trace. Compilers inline a dozen deep; a file that somebody made to fill the memory
 * can have each frame stand for thousands.
 */
export interface TraceLimits {
	/** Frames that one line becomes. */
	readonly inlined: number;
	/** Frames that all lines become beyond one for each, with what they could stand for as well. */
	readonly frames: number;
	/** Of names that are longer than those they stand for. */
	readonly characters: number;
}

export const usualTraceLimits: TraceLimits = { inlined: 64, frames: 50_000, characters: 8 * 1024 ** 2 };

/** What a trace would have become beyond the limits. */
export interface LeftOut {
	/** Inlined frames in the middle of others. */
	readonly inlined: number;
	/** Lines that stay as they are although the mapping explains them. */
	readonly lines: number;
}

/** As `TraceLimits` counts frames and characters. */
export type Room = Pick<TraceLimits, 'frames' | 'characters'>;

/** What is left of the limits for the rest of a trace. */
export class TraceAllowance {
	private frames: number;
	private characters: number;
	private inlined = 0;
	private lines = 0;
	private hasEnded = false;

	constructor(readonly limits: TraceLimits) {
		this.frames = limits.frames;
		this.characters = limits.characters;
	}

	/** Whether so much more may be made; nothing is taken if not. */
	take({ frames, characters }: Room): boolean {
		if (frames > this.frames || characters > this.characters) {
			return false;
		}
		this.frames -= Math.max(0, frames);
		this.characters -= Math.max(0, characters);
		return true;
	}

	get left(): Room {
		return { frames: this.frames, characters: this.characters };
	}

	/** @param left as it was */
	takenSince(left: Room): Room {
		return { frames: left.frames - this.frames, characters: left.characters - this.characters };
	}

	/** Whether the rest of the trace stays as it is. */
	get ended(): boolean {
		return this.hasEnded;
	}

	/** Leaves a line and the rest of the trace as they are. The first one says so in the text of the trace. */
	end(source: Frame): MappedLine {
		const { frames, ...line } = keptLine(source);
		const notices: MappedFrame[] = this.hasEnded
			? []
			: [noticeFrame(source, '... not mapped from here on: too many frames', 0)];
		this.hasEnded = true;
		this.leaveLine();
		return { ...line, frames: [...notices, ...frames], gap: 'limit' };
	}

	leaveInlined(count: number): void {
		this.inlined += count;
	}

	leaveLine(): void {
		this.lines++;
	}

	get leftOut(): LeftOut | undefined {
		const { inlined, lines } = this;
		return inlined + lines > 0 ? { inlined, lines } : undefined;
	}
}
