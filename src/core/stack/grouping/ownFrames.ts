import type { Frame, Platform, Section, Trace } from '../trace/model';
import { type Decisive, decisive, framesOfSection } from './decisive';

/** Frames in the user's code that led to the error. The frames in the group key come first. */
export class OwnFrames {
	readonly decisive: Decisive;
	private readonly found: Frame[] = [];
	/** Number of frames that were found for the group key. Frames found later don't belong to the key. */
	private ofKey = 0;
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

	ofKeyAt(index: number): Frame | undefined {
		return index < this.countOfKey(index + 1) ? this.found[index] : undefined;
	}

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

	/**
	 * Platform of the frames in the group key. Other sections of the trace are ignored, because a truncated trace may not
	 * contain them. Unity counts as .NET, because a truncated Unity trace looks like a Mono trace.
	 */
	get platform(): Platform {
		const { sections, platform } = this.trace;
		const frame = this.ofKeyAt(0) ?? this.decisive.frames[0];
		const isMixed = sections.some((section) => section.platform !== platform);
		const section = frame && isMixed ? sections.find(({ lines }) => lines.includes(frame)) : undefined;
		const found = section?.platform ?? platform;
		return found === 'unity' ? 'dotnet' : found;
	}

	private judge(frame: Frame): void {
		this.judged++;
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

export function isMade({ kind, flags }: Frame): boolean {
	return kind === 'gap' || kind === 'elided' || (flags.length > 0 && flags.includes('synthetic'));
}

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
