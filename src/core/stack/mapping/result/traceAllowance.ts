import type { Frame } from '../../trace/model';
import { type LeftOut, type MappedFrame, type MappedLine, noticeFrame, unmappedLine } from './mapped';

/** Limits for the size of a deobfuscated trace. A malicious mapping could turn a frame into thousands of frames. */
export interface TraceLimits {
	readonly inlined: number;
	/** Maximum total number of additional frames, including the frames in alternatives. */
	readonly frames: number;
	/** Maximum number of additional characters. Original names are longer than minified names. */
	readonly characters: number;
}

export const usualTraceLimits: TraceLimits = { inlined: 64, frames: 50_000, characters: 8 * 1024 ** 2 };

export type Room = Pick<TraceLimits, 'frames' | 'characters'>;

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

	/** Uses a part of the allowance. If too little is left, uses nothing and returns false. */
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

	takenSince(left: Room): Room {
		return { frames: left.frames - this.frames, characters: left.characters - this.characters };
	}

	get ended(): boolean {
		return this.hasEnded;
	}

	/** Leaves this line and all later lines unchanged. The first call also adds a notice before the line. */
	end(source: Frame): MappedLine {
		const { frames, ...line } = unmappedLine(source);
		const notices: MappedFrame[] = this.hasEnded
			? []
			: [noticeFrame(source, '... following frames not deobfuscated: too many frames', 0)];
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
