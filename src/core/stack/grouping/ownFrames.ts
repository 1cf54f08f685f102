import type { Frame, Section, Trace } from '../trace/model';
import { type Decisive, decisive, framesOfSection } from './decisive';

/**
 * The frames of one's own code that led to what a trace tells, innermost first, without those that nobody wrote: of the
 * frames that the group key is made of, and behind these of other causes and other threads that crashed. Each is judged
 * once, when it is asked for.
 */
export class OwnFrames {
	readonly decisive: Decisive;
	private readonly found: Frame[] = [];
	/** How many of these are known to be of the group key's: it is made before others are asked for. */
	private ofKey = 0;
	/** What was judged: of the group key's frames, and then of the others. */
	private judged = 0;
	private others: readonly Frame[] | undefined;

	constructor(
		readonly trace: Trace,
		readonly isOwn: (frame: Frame) => boolean,
	) {
		this.decisive = decisive(trace);
	}

	at(index: number): Frame | undefined {
		while (index >= this.found.length) {
			const { frames } = this.decisive;
			const frame = frames[this.judged] ?? this.other(this.judged - frames.length);
			if (frame === undefined) {
				return undefined;
			}
			this.judge(frame);
		}
		return this.found[index];
	}

	/** Of the frames that the group key is made of. */
	ofKeyAt(index: number): Frame | undefined {
		return index < this.countOfKey(index + 1) ? this.found[index] : undefined;
	}

	/** How many of the frames that the group key is made of there are, up to `most`. */
	countOfKey(most: number): number {
		const { frames } = this.decisive;
		while (this.ofKey < most) {
			const frame = frames[this.judged];
			if (frame === undefined) {
				return this.ofKey;
			}
			this.judge(frame);
			this.ofKey = this.found.length;
		}
		return most;
	}

	private judge(frame: Frame): void {
		this.judged++;
		// Most frames are of libraries.
		if (this.isOwn(frame) && !isMade(frame)) {
			this.found.push(frame);
		}
	}

	private other(index: number): Frame | undefined {
		const { sections } = this.trace;
		const isAll = sections.length === this.decisive.sections.length;
		this.others ??= isAll ? [] : otherSections(sections, this.decisive.sections).flatMap(framesOfSection);
		return this.others[index];
	}
}

/** Frames that stand for others, or that nobody wrote. */
export function isMade({ kind, flags }: Frame): boolean {
	return kind === 'gap' || kind === 'elided' || (flags.length > 0 && flags.includes('synthetic'));
}

/** Causes that are not in the chain of the first exception, such as the second of several, and threads that crashed. */
function otherSections(sections: readonly Section[], decisive: readonly number[]): Section[] {
	const known = new Set(decisive);
	let suppressed = Number.POSITIVE_INFINITY;
	return sections.filter(({ header }, index) => {
		if (header?.kind === 'suppressed') {
			suppressed = Math.min(suppressed, header.depth);
		} else if (header && header.depth <= suppressed) {
			suppressed = Number.POSITIVE_INFINITY;
		}
		const isCause = header?.kind === 'cause' && suppressed === Number.POSITIVE_INFINITY;
		return (isCause || header?.crashed === true) && !known.has(index);
	});
}
