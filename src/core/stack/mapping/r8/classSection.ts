import type { ClassMapping, MemberRange } from './classMapping';
import { type MethodChains, methodsOf } from './inlineChains';
import type { MapVersion } from './mapVersion';
import { type MemberPlace, parseMemberLine, usualPlace } from './memberLine';
import { MemberLines } from './memberLines';
import { type MemberNote, parseNote } from './memberNotes';

export interface SectionPlace {
	readonly original: string;
	readonly minified: string;
	readonly version: MapVersion;
}

/** The part of a mapping file that begins with one class line. A member is parsed when it is asked for. */
export class ClassSection implements ClassMapping {
	readonly original: string;
	readonly minified: string;
	private readonly version: MapVersion;
	private readonly lines: MemberLines;
	private parsed: Map<string, readonly MethodChains[]> | undefined;

	/** @param text the class line and what follows it up to the next */
	constructor(text: string, { original, minified, version }: SectionPlace) {
		this.original = original;
		this.minified = minified;
		this.version = version;
		this.lines = new MemberLines(text);
	}

	/** Characters of its text. */
	get length(): number {
		return this.lines.text.length;
	}

	methods(name: string): readonly MethodChains[] {
		const known = this.parsed?.get(name);
		if (known) {
			return known;
		}
		const methods = methodsOf(this.rangesOf(name));
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

	private rangesOf(name: string): MemberRange[] {
		const ranges: MemberRange[] = [];
		for (const start of this.lines.startsOf(name)) {
			const line = this.lines.lineAt(start);
			const place = usualPlace(line) ?? rangeIn(line);
			if (place) {
				ranges.push(new RangeLine(place, line, start, this));
			}
		}
		return ranges;
	}

	/** Of the member line that starts there. */
	notesBelow(start: number): readonly MemberNote[] {
		const notes: MemberNote[] = [];
		for (let place = this.lines.commentBelow(start); place !== undefined; place = this.lines.commentBelow(place)) {
			const note = parseNote(this.lines.lineAt(place), this.version);
			if (note && note.kind !== 'version' && note.kind !== 'sourceFile') {
				notes.push(note);
			}
		}
		return notes;
	}
}

function rangeIn(line: string): Omit<MemberRange, 'notes'> | undefined {
	const member = parseMemberLine(line);
	return member?.kind === 'method' ? member.range : undefined;
}

/** Most lines are passed over because of their place: what else they say is read when somebody asks for it. */
class RangeLine implements MemberRange {
	readonly minified: MemberRange['minified'];
	readonly signature: string;
	private parsed: Omit<MemberRange, 'notes'> | undefined;
	private noted: readonly MemberNote[] | undefined;

	constructor(
		{ minified, signature }: MemberPlace,
		private readonly line: string,
		private readonly start: number,
		private readonly section: Pick<ClassSection, 'notesBelow'>,
	) {
		this.minified = minified;
		this.signature = signature;
	}

	get original(): MemberRange['original'] {
		return this.rest?.original;
	}

	get holder(): MemberRange['holder'] {
		return this.rest?.holder;
	}

	get method(): string {
		return this.rest?.method ?? '';
	}

	get notes(): readonly MemberNote[] {
		this.noted ??= this.section.notesBelow(this.start);
		return this.noted;
	}

	private get rest(): Omit<MemberRange, 'notes'> | undefined {
		this.parsed ??= rangeIn(this.line);
		return this.parsed;
	}
}
