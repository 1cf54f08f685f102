import type { Frame, RawLine } from '../../trace/model';
import { type Choices, maxChoices } from './choices';
import type { ClassNames, MemberRange } from './classMapping';
import type { Found, MethodChains } from './inlineChains';
import { originalLines } from './originalLines';

/** What a mapping needs to know of a frame. */
export interface MinifiedFrame {
	readonly type: string;
	readonly method: string;
	/** As in the trace: its ending may tell the language. */
	readonly file: string | undefined;
	/** The number behind the file: a minified line or a place in bytecode. */
	readonly position: number | undefined;
	/** Set when the number can be a line of the source as well. */
	readonly line1: number | undefined;
}

/** Where in the source a frame is. */
export interface SourcePlace {
	readonly type: string;
	readonly method: string;
	readonly file: string | undefined;
	readonly fileInferred: boolean;
	readonly line1: number | undefined;
	readonly inlined: boolean;
	/** Inlined frames that were left out between the place before and this one. */
	readonly omitted: number;
}

/** Makes places in the source for one frame and one class that it may be of. */
export class SourcePlaces {
	constructor(
		private readonly frame: MinifiedFrame,
		private readonly original: string,
		private readonly names: ClassNames,
		private readonly maxInlined: number,
	) {}

	/** @param linesKept methods that a mapping does not name have the lines they always had */
	classOnly(linesKept: boolean): SourcePlace {
		const { method, line1 } = this.frame;
		return this.place(undefined, method, linesKept ? line1 : undefined, false, 0);
	}

	nameOnly({ holder, method }: MethodChains): SourcePlace {
		return this.place(holder, method, undefined, false, 0);
	}

	addChain({ method, chain, position }: Found, thrown: string | undefined, choices: Choices): void {
		const removed = framesToRemove(chain.ranges, thrown);
		const shown = chain.ranges.slice(removed, method.synthesized || method.outline ? -1 : undefined);
		const [innermost] = shown;
		if (!innermost) {
			choices.add([]);
			return;
		}
		const last = shown.length > 1 ? shown.at(-1) : undefined;
		const omitted = Math.max(0, shown.length - this.maxInlined);
		const outer = shown.slice(1, -1 - omitted).map((range) => this.outerPlace(range, position, true, 0));
		if (last) {
			outer.push(this.outerPlace(last, position, last !== chain.ranges.at(-1), omitted));
		}
		const inlined = innermost !== chain.ranges.at(-1);
		for (const line of this.linesOf(innermost, position, removed === 0)) {
			choices.add([this.place(innermost.holder, innermost.method, line, inlined, 0), ...outer]);
		}
	}

	private outerPlace(range: MemberRange, position: number | undefined, inlined: boolean, omitted: number): SourcePlace {
		const [line] = this.linesOf(range, position, false);
		return this.place(range.holder, range.method, line, inlined, omitted);
	}

	/** At least one; undefined stands for no line. */
	private linesOf(range: MemberRange, position: number | undefined, innermost: boolean): (number | undefined)[] {
		const lines = originalLines(range, position, innermost);
		switch (lines.kind) {
			case 'none':
				return [undefined];
			case 'unchanged':
				return [this.frame.line1];
			case 'one':
				return [lines.line];
			case 'oneOf': {
				// One more than is listed, so that it is said that there are more.
				const count = Math.min(lines.last - lines.first + 1, maxChoices + 1);
				return Array.from({ length: count }, (_, index) => lines.first + index);
			}
		}
	}

	private place(
		holder: string | undefined,
		method: string,
		line1: number | undefined,
		inlined: boolean,
		omitted: number,
	): SourcePlace {
		const type = holder ?? this.original;
		const named = this.names.sourceFile(type);
		const file = named ?? inferSourceName(type, [this.frame.file, this.names.sourceFile(this.original)]);
		return { type, method, file, fileInferred: named === undefined, line1, inlined, omitted };
	}
}

/** How many of the innermost frames are left out below this exception. More than there are is an error and none. */
function framesToRemove(ranges: readonly MemberRange[], thrown: string | undefined): number {
	if (thrown === undefined) {
		return 0;
	}
	let count = 0;
	for (const { notes } of ranges) {
		for (const note of notes) {
			if (note.kind === 'rewriteFrame' && note.thrown.every((type) => type === thrown)) {
				count += note.removeInnerFrames;
			}
		}
	}
	return count > ranges.length ? 0 : count;
}

/**
 * Google's services and the system's browser load code of theirs into every process. Their short names mean nothing in an
 * application's mapping.
 */
const otherModules = /^com\.google\.android\.gms(?:\.|$)/;
const otherFiles = 'chromium-';

/** What a mapping is asked about a line; undefined for lines that are no managed frame of the application. */
export function minifiedFrame(line: Frame | RawLine): MinifiedFrame | undefined {
	if (line.kind !== 'managed' || line.type === undefined || line.method === undefined) {
		return undefined;
	}
	const { type, method, file, line1, position, module } = line;
	if ((module !== undefined && otherModules.test(module)) || file?.startsWith(otherFiles)) {
		return undefined;
	}
	return { type, method, file, line1, position: line1 ?? (position?.kind === 'dexPc' ? position.offset : undefined) };
}

/** Classes of the platform are in no mapping. Those of libraries are: they are minified with the application. */
const platformClass =
	/^(?:java|javax|jdk|sun|com\.sun|android|dalvik|libcore|com\.android\.(?:internal|server)|org\.(?:json|xml|w3c))\./;

/** @param type as a frame has it */
export function isPlatformClass(type: string): boolean {
	return platformClass.test(type);
}

/**
 * A file name guessed from a class: that of the outermost class, or what is before `Kt` in any part of it, which is how
 * the Kotlin compiler names a file's own class.
 * @param hints names of files that may tell the language: of the trace, of the class that the code was inlined into
 */
function inferSourceName(original: string, hints: readonly (string | undefined)[]): string {
	const parts = original.slice(original.lastIndexOf('.') + 1).split('$');
	const kotlinPart = parts.find((part) => part.length > 2 && part.endsWith('Kt'));
	if (kotlinPart !== undefined) {
		return `${kotlinPart.slice(0, -2)}.kt`;
	}
	// A name that begins with a dollar has its first part empty.
	const [name = original] = parts.filter((part) => part !== '');
	return `${name}${hints.some((hint) => hint?.endsWith('.kt')) ? '.kt' : '.java'}`;
}
