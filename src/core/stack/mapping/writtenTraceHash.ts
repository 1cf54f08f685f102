import { type Hash, PiecesHash } from '../../common/hash64';
import type { Frame, Header, Section, Trace } from '../trace/model';
import { isPlatformClass } from './r8/sourcePlaces';

/** Maximum number of lines in a trace to hash. Longer traces aren't hashed, because their results may be truncated. */
const maxLines = 2000;
const maxMessages = 1000;

/**
 * Hashes Java traces. Traces with equal hashes have the same verified mapping file and the same frames in the user's
 * code.
 */
export class WrittenTraceHash {
	/** Platform classes in the last trace. If the mapping contains one of them, equal hashes prove nothing. */
	readonly platformTypes: Set<string> = new Set();
	private readonly whole = new PiecesHash();
	/** Lengths of the sequences of platform frames. They are part of the hash only if the trace has elided frames. */
	private readonly counts = new PiecesHash();

	/** Returns the hash of a trace, which the next call overwrites. Returns undefined if the trace is too long. */
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

	/** Adds a frame's parsed properties to the hash. The text isn't enough, because adjacent lines can affect parsing. */
	private addReading({ type, method, file, line1 = 0, flags, count = 0 }: Frame): void {
		const { whole } = this;
		whole.addNumber(line1);
		whole.addNumber(count);
		whole.addNumber(flags.length + 8 * (lengthOf(type) + 1024 * lengthOf(method)));
		whole.addNumber(lengthOf(file));
	}
}

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
