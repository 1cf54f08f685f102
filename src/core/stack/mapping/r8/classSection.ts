import type { ClassMapping, MemberRange } from './classMapping';
import { type MethodChains, methodsOf } from './inlineChains';
import type { MapVersion } from './mapVersion';
import { parseMemberLine } from './memberLine';
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
	private readonly parsed = new Map<string, readonly MethodChains[]>();

	/** @param text the class line and what follows it up to the next */
	constructor(text: string, { original, minified, version }: SectionPlace) {
		this.original = original;
		this.minified = minified;
		this.version = version;
		this.lines = new MemberLines(text);
	}

	methods(name: string): readonly MethodChains[] {
		let methods = this.parsed.get(name);
		if (!methods) {
			methods = methodsOf(this.rangesOf(name));
			this.parsed.set(name, methods);
		}
		return methods;
	}

	fields(name: string): readonly string[] {
		return this.lines.startsOf(name).flatMap((start) => {
			const member = parseMemberLine(this.lines.lineAt(start));
			return member?.kind === 'field' ? [member.name] : [];
		});
	}

	private rangesOf(name: string): MemberRange[] {
		return this.lines.startsOf(name).flatMap((start) => {
			const member = parseMemberLine(this.lines.lineAt(start));
			return member?.kind === 'method' ? [{ ...member.range, notes: this.notesBelow(start) }] : [];
		});
	}

	private notesBelow(start: number): MemberNote[] {
		const notes: MemberNote[] = [];
		for (const comment of this.lines.commentsBelow(start)) {
			const note = parseNote(comment, this.version);
			if (note && note.kind !== 'version' && note.kind !== 'sourceFile') {
				notes.push(note);
			}
		}
		return notes;
	}
}
