import { type Hash, PiecesHash } from '../../common/hash64';
import type { Frame, Header, Section, Trace } from '../trace/model';
import { isPlatformClass } from './r8/sourcePlaces';

/** Traces with more lines, or with longer messages, are not compared: what is made of them may end at a limit. */
const maxLines = 2000;
/** Characters of all messages. */
const maxMessages = 1000;

/**
 * Tells Java traces that differ in nothing by which a mapping is proven and makes frames of one's own code: neither messages
 * nor frames of the platform do, beyond the classes that these name.
 */
export class WrittenTraceHash {
	/** Classes of the platform in the trace that was read last, which is alike where a mapping names none of them. */
	readonly platformTypes: Set<string> = new Set();
	private readonly whole = new PiecesHash();
	/** How many frames of the platform come one behind the other, which counts where others are elided. */
	private readonly counts = new PiecesHash();

	/**
	 * @param origin Where the record of the trace comes from.
	 * @param isOwn Whether a frame is of one's own code.
	 * @returns undefined for a trace that is not compared; the same object each time
	 */
	read(trace: Trace, origin: number, isOwn: (frame: Frame) => boolean): Hash | undefined {
		const { sections, platform } = trace;
		if (!isCompared(sections)) {
			return undefined;
		}
		const { whole, counts } = this;
		this.platformTypes.clear();
		whole.begin();
		counts.begin();
		whole.addNumber(origin);
		whole.addText(platform);
		let isElided = false;
		for (const section of sections) {
			this.addHeader(section.header);
			isElided = this.addLines(section.lines, isOwn) || isElided;
		}
		if (isElided) {
			whole.addNumber(counts.low);
			whole.addNumber(counts.high);
		}
		whole.end();
		return whole;
	}

	private addHeader(header: Header | undefined): void {
		const { whole } = this;
		whole.addText(header?.kind ?? '');
		if (header) {
			whole.addText(header.type);
			whole.addNumber(header.depth);
			whole.addNumber((header.crashed ? 2 : 0) + Number(header.message === 'main'));
		}
	}

	/** @returns whether frames are elided */
	private addLines(lines: Section['lines'], isOwn: (frame: Frame) => boolean): boolean {
		const { whole, counts, platformTypes } = this;
		let isElided = false;
		let typeAbove: string | undefined;
		let countAbove = 0;
		for (const line of lines) {
			if (line.kind === 'managed' && isOfPlatform(line, typeAbove) && !isOwn(line)) {
				countAbove++;
				if (line.type !== typeAbove) {
					typeAbove = line.type ?? '';
					platformTypes.add(typeAbove);
					whole.addText(typeAbove);
				}
			} else {
				counts.addNumber(countAbove);
				countAbove = 0;
				typeAbove = undefined;
				whole.addText(line.kind);
				whole.addText(line.text);
				if (line.kind !== 'raw') {
					isElided ||= line.kind === 'elided';
					this.addReading(line);
				}
			}
		}
		counts.addNumber(countAbove);
		return isElided;
	}

	/** What a grammar makes of a text may depend on the lines around it. */
	private addReading({ type, method, file, line1 = 0, flags, count = 0 }: Frame): void {
		const { whole } = this;
		whole.addNumber(line1);
		whole.addNumber(count);
		whole.addNumber(flags.length + 8 * (lengthOf(type) + 1024 * lengthOf(method)));
		whole.addNumber(lengthOf(file));
	}
}

/** @param above The class that is known to be of the platform. */
function isOfPlatform({ type, mapId }: Frame, above: string | undefined): boolean {
	return type !== undefined && mapId === undefined && (type === above || isPlatformClass(type));
}

function isCompared(sections: readonly Section[]): boolean {
	let lines = 0;
	let messages = 0;
	for (const section of sections) {
		lines += section.lines.length;
		messages += section.header?.message.length ?? 0;
		if (section.platform !== 'jvm') {
			return false;
		}
	}
	return lines <= maxLines && messages <= maxMessages;
}

function lengthOf(text: string | undefined): number {
	return text === undefined ? -1 : text.length;
}
