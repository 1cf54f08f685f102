import type { ClassMapping, MemberRange, MethodChains } from './classMapping';
import { getMethods, holds } from './inlineChains';
import type { MapVersion } from './mapVersion';
import { parseMemberLine } from './memberLine';
import { MemberLines, minIndexed } from './memberLines';
import { type MemberNote, parseNote } from './memberNotes';

interface SectionPlace {
	readonly original: string;
	readonly minified: string;
	readonly version: MapVersion;
}

/**
 * Maximum number of ranges that contain a minified position. Allows dozens of overloads with a dozen inlining levels
 * each.
 */
const maxHolding = 1024;

/** Maximum number of lines of a mapping file to parse for a minified name if the position is unknown. */
const maxLines = 10_000;

/** Maximum length of a member line. Descriptors are limited to 65,535 bytes, so longer lines are invalid. */
const maxLineLength = 64 * 1024;

/** Maximum number of comments to read below the line of a member. R8 writes only a few. */
const maxNotes = 100;

export class ClassSection implements ClassMapping {
	readonly original: string;
	readonly minified: string;
	private readonly version: MapVersion;
	private readonly lines: MemberLines;
	private parsed: Map<string, readonly MethodChains[]> | undefined;
	/**
	 * Ranges of names with many lines, by start offset. They are cached, because many positions can be in the same
	 * range.
	 */
	private readonly ranges = new Map<number, MemberRange | undefined>();
	private marked: boolean | undefined;

	/** @param text All lines of the class. Empty if the class isn't loaded */
	constructor(text: string, { original, minified, version }: SectionPlace) {
		this.original = original;
		this.minified = minified;
		this.version = version;
		this.lines = new MemberLines(text);
	}

	get length(): number {
		return this.lines.text.length;
	}

	get unread(): boolean {
		return this.length === 0;
	}

	methods(name: string, position?: number): readonly MethodChains[] | undefined {
		const known = this.parsed?.get(name);
		if (known) {
			return known;
		}
		if (position !== undefined && position > 0 && !this.hasMarks) {
			const methods = this.methodsAt(name, position);
			if (methods?.length !== 0) {
				return methods;
			}
		}
		const starts = this.lines.startsOf(name);
		if (starts.length > maxLines) {
			return undefined;
		}
		const methods = getMethods([starts.flatMap((start) => this.parseRange(start) ?? [])]);
		this.parsed ??= new Map();
		this.parsed.set(name, methods);
		return methods;
	}

	fields(name: string): readonly string[] {
		return this.lines.startsOf(name).flatMap((start) => {
			const member = parseMemberLine(this.lines.lineAt(start));
			return member?.kind === 'field' ? [member.name] : [];
		});
	}

	private methodsAt(name: string, position: number): readonly MethodChains[] | undefined {
		const runs: MemberRange[][] = [];
		let run: MemberRange[] = [];
		let holding = 0;
		const lines = this.lines.named(name);
		for (let index = 0; index < lines.starts.length; index++) {
			// A line that can't be parsed doesn't end a sequence of ranges.
			const next = run.length === 0 ? lines.nextFor(position, index) : index;
			if (next === undefined) {
				break;
			}
			index = next;
			const start = lines.starts[index] ?? 0;
			const range = lines.starts.length < minIndexed ? this.parseRange(start) : this.rangeAt(start);
			if (range && holds(range.minified, position)) {
				run.push(range);
				holding++;
				if (holding > maxHolding) {
					return undefined;
				}
			} else if (range && run.length > 0) {
				runs.push(run);
				run = [];
			}
		}
		runs.push(run);
		return getMethods(runs);
	}

	private get hasMarks(): boolean {
		this.marked ??= this.lines.text.includes('r8.synthesized') || this.lines.text.includes('r8.outline');
		return this.marked;
	}

	private rangeAt(start: number): MemberRange | undefined {
		const known = this.ranges.get(start);
		if (known || this.ranges.has(start)) {
			return known;
		}
		const range = this.parseRange(start);
		this.ranges.set(start, range);
		return range;
	}

	private parseRange(start: number): MemberRange | undefined {
		const line = this.lines.lineAt(start);
		const member = line.length > maxLineLength ? undefined : parseMemberLine(line);
		return member?.kind === 'method' ? new NotedRange(member.range, start, this) : undefined;
	}

	notesBelow(start: number): readonly MemberNote[] {
		const notes: MemberNote[] = [];
		let read = 0;
		for (
			let place = this.lines.commentBelow(start);
			place !== undefined && read < maxNotes;
			place = this.lines.commentBelow(place)
		) {
			read++;
			const note = parseNote(this.lines.lineAt(place), this.version);
			if (note && note.kind !== 'version' && note.kind !== 'sourceFile') {
				notes.push(note);
			}
		}
		return notes;
	}
}

class NotedRange implements MemberRange {
	readonly minified: MemberRange['minified'];
	readonly original: MemberRange['original'];
	readonly holder: string | undefined;
	readonly method: string;
	readonly signature: string;
	private noted: readonly MemberNote[] | undefined;

	constructor(
		{ minified, original, holder, method, signature }: Omit<MemberRange, 'notes'>,
		private readonly start: number,
		private readonly section: Pick<ClassSection, 'notesBelow'>,
	) {
		this.minified = minified;
		this.original = original;
		this.holder = holder;
		this.method = method;
		this.signature = signature;
	}

	get notes(): readonly MemberNote[] {
		this.noted ??= this.section.notesBelow(this.start);
		return this.noted;
	}
}
