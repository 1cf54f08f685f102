/**
 * How much a mapping may make of one trace. Compilers inline a dozen deep; a file that somebody made to fill the memory
 * can have each frame stand for thousands.
 */
export interface RetraceLimits {
	/** Frames that one line becomes. */
	readonly inlined: number;
	/** Frames that all lines become beyond one for each, with what they could stand for as well. */
	readonly frames: number;
	/** Of names that are longer than those they stand for. */
	readonly characters: number;
}

export const usualRetraceLimits: RetraceLimits = { inlined: 64, frames: 50_000, characters: 8 * 1024 ** 2 };

/** What a trace would have become beyond the limits. */
export interface LeftOut {
	/** Inlined frames in the middle of others. */
	readonly inlined: number;
	/** Lines that stay as they are although the mapping explains them. */
	readonly lines: number;
}

/** What is left of the limits for the rest of a trace. */
export class RetraceAllowance {
	private frames: number;
	private characters: number;
	private inlined = 0;
	private lines = 0;

	constructor(readonly limits: RetraceLimits) {
		this.frames = limits.frames;
		this.characters = limits.characters;
	}

	/** Whether so much more may be made; nothing is taken if not. */
	take(frames: number, characters: number): boolean {
		if (frames > this.frames || characters > this.characters) {
			return false;
		}
		this.frames -= Math.max(0, frames);
		this.characters -= Math.max(0, characters);
		return true;
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
