import type { Frame, RawLine } from '../../trace/model';
import { type Choices, maxChoices, type SourcePlace } from './choices';
import type { ClassNames, LineRange, MemberRange, MethodChains } from './classMapping';
import type { ChainMatch } from './inlineChains';

export interface MinifiedFrame {
	readonly type: string;
	readonly method: string;
	/** File name in the trace, whose extension can show the language. */
	readonly file: string | undefined;
	/** Number after the file name: a minified line or a bytecode position. */
	readonly position: number | undefined;
	readonly line1: number | undefined;
}

type OriginalLines =
	| { readonly kind: 'none' }
	/** The mapping has no line numbers for the method, so the line number in the trace is the original one. */
	| { readonly kind: 'unchanged' }
	| { readonly kind: 'one'; readonly line: number }
	| { readonly kind: 'oneOf'; readonly first: number; readonly last: number };

const none: OriginalLines = { kind: 'none' };

export class SourcePlaces {
	constructor(
		private readonly frame: MinifiedFrame,
		private readonly original: string,
		private readonly names: ClassNames,
		private readonly maxInlined: number,
	) {}

	/** @param linesRetained Whether the line number stays valid, because the mapping doesn't contain the method */
	classOnly(linesRetained: boolean): SourcePlace {
		const { method, line1 } = this.frame;
		return this.place(undefined, method, linesRetained ? line1 : undefined, false, 0);
	}

	nameOnly({ holder, method }: MethodChains): SourcePlace {
		return this.place(holder, method, undefined, false, 0);
	}

	addChain({ method, chain, position }: ChainMatch, thrown: string | undefined, choices: Choices): void {
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
		for (const line of this.getLines(innermost, position, removed === 0)) {
			choices.add([this.place(innermost.holder, innermost.method, line, inlined, 0), ...outer]);
		}
	}

	private outerPlace(range: MemberRange, position: number | undefined, inlined: boolean, omitted: number): SourcePlace {
		const [line] = this.getLines(range, position, false);
		return this.place(range.holder, range.method, line, inlined, omitted);
	}

	private getLines(range: MemberRange, position: number | undefined, innermost: boolean): (number | undefined)[] {
		const lines = originalLines(range, position, innermost);
		switch (lines.kind) {
			case 'none':
				return [undefined];
			case 'unchanged':
				return [this.frame.line1];
			case 'one':
				return [lines.line];
			case 'oneOf': {
				// Includes one line more than the maximum, so that the caller can see that the list is incomplete.
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

/**
 * Returns the number of innermost frames that the mapping file removes below a thrown type. Returns 0 if this number
 * exceeds the number of frames.
 */
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

/** Matches modules that Google Play services load. These modules have short names but are unrelated to the app. */
const otherModules = /^com\.google\.android\.gms(?:\.|$)/;
const otherFiles = 'chromium-';

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

/**
 * Matches platform classes, which are never in a mapping. Library classes can be in a mapping, because libraries are
 * minified together with the app.
 */
const platformClass =
	/^(?:java|javax|jdk|sun|com\.sun|android|dalvik|libcore|com\.android\.(?:internal|server)|org\.(?:json|xml|w3c))\./;

export function isPlatformClass(type: string): boolean {
	return platformClass.test(type);
}

/**
 * Infers a file name from the outermost class. For the class `CartKt`, which Kotlin generates for a file, the result is
 * `Cart.kt`.
 */
function inferSourceName(original: string, hints: readonly (string | undefined)[]): string {
	const parts = original.slice(original.lastIndexOf('.') + 1).split('$');
	const kotlinPart = parts.find((part) => part.length > 2 && part.endsWith('Kt'));
	if (kotlinPart !== undefined) {
		return `${kotlinPart.slice(0, -2)}.kt`;
	}
	// The first part is empty if the name starts with a dollar sign.
	const [name = original] = parts.filter((part) => part !== '');
	return `${name}${hints.some((hint) => hint?.endsWith('.kt')) ? '.kt' : '.java'}`;
}

/** Returns the lines in the source file. Only the innermost range of a chain can have several of them. */
function originalLines(range: MemberRange, position: number | undefined, innermost: boolean): OriginalLines {
	const { minified, original } = range;
	if (!original) {
		if (!minified) {
			return { kind: 'unchanged' };
		}
		return position === undefined ? none : one(position);
	}
	const { first, last } = original;
	if (first === last) {
		return one(first);
	}
	if (minified && position !== undefined && span(minified) === span(original)) {
		return one(first + position - minified.first);
	}
	// If the range has no minified lines, the position can't select a line, and R8 shows no line number.
	return innermost && minified && first > 0 ? { kind: 'oneOf', first, last } : none;
}

function one(line: number): OriginalLines {
	return line > 0 ? { kind: 'one', line } : none;
}

function span({ first, last }: LineRange): number {
	return last - first + 1;
}
