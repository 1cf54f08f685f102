import type { ClassMapping, ClassNames, MemberRange } from './classMapping';
import { type Found, type MethodChains, narrow } from './inlineChains';
import { originalLines } from './originalLines';
import { inferSourceName } from './sourceName';

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

export interface Resolution {
	readonly outcome: 'mapped' | 'partly' | 'kept' | 'removed';
	/** What the frame may stand for, each innermost first. One when it is certain. */
	readonly choices: readonly (readonly SourcePlace[])[];
	/** Choices that were too many to list. */
	readonly more: number;
	/** For the frame below, when this one is in an outline. */
	readonly carried: number | undefined;
	/** The mapping has more about it than is read. */
	readonly excess: boolean;
}

/** What the lines above a frame say about it. */
export interface FrameContext {
	/** Original name of the exception in the line directly above. */
	readonly thrown: string | undefined;
	/** The place in the outline that the frame above was in. */
	readonly carried: number | undefined;
}

/** More than anyone chooses from. */
const maxChoices = 32;

/** Choices that are made and sorted before those that are listed are taken. */
const maxSorted = 64;

/** Chains of all classes with one minified name that are looked through for one frame. */
const maxChains = 10_000;

const kept: Resolution = { outcome: 'kept', choices: [], more: 0, carried: undefined, excess: false };

/**
 * The algorithm of retracing one frame, as R8's own tool has it.
 * @param mostInlined frames that one is turned into
 */
export function resolveFrame(
	frame: MinifiedFrame,
	names: ClassNames,
	context: FrameContext,
	mostInlined: number,
): Resolution {
	const choices = new Choices();
	let carried: number | undefined;
	let certain = true;
	// What an outline does to a position is known only when its method is.
	const position = context.carried === undefined ? frame.position : undefined;
	let excess = false;
	for (const { original, methods } of methodsIn(names.classes(frame.type), frame.method, position)) {
		const places = new Places(frame, original, names, mostInlined);
		if (!methods) {
			certain = false;
			excess = true;
			choices.add([places.classOnly(false)]);
			continue;
		}
		const narrowed = narrow(methods, frame.position, context.carried);
		if (methods.length === 0 || narrowed.kind === 'outside') {
			certain = false;
			choices.add([places.classOnly(methods.length === 0)]);
		} else if (narrowed.kind === 'namesOnly') {
			certain = false;
			for (const method of methods) {
				choices.addUnlessFull(() => choices.add(method.synthesized || method.outline ? [] : [places.nameOnly(method)]));
			}
		} else {
			for (const found of narrowed.found) {
				carried ??= found.method.outline ? found.position : undefined;
				choices.addUnlessFull(() => places.addChain(found, context.thrown, choices));
			}
		}
	}
	if (choices.isEmpty) {
		return kept;
	}
	const all = choices.different();
	const outcome = all.length === 0 ? 'removed' : certain ? 'mapped' : 'partly';
	const more = Math.max(0, all.length - maxChoices) + choices.unlisted;
	return { outcome, choices: all.slice(0, maxChoices), more, carried, excess };
}

interface OriginalClass {
	readonly original: string;
	/** Undefined for more than is read. */
	readonly methods: readonly MethodChains[] | undefined;
}

/** Sections of the same class are one: a file may hold several mappings of one program. */
function methodsIn(
	classes: readonly ClassMapping[],
	name: string,
	position: number | undefined,
): readonly OriginalClass[] {
	const sections: OriginalClass[] = [];
	let chains = 0;
	for (const section of classes) {
		const methods = section.unread ? undefined : section.methods(name, position);
		chains += methods?.reduce((sum, method) => sum + method.chains.length, 0) ?? 0;
		sections.push({ original: section.original, methods: chains > maxChains ? undefined : methods });
	}
	if (sections.length < 2) {
		return sections;
	}
	const groups = Map.groupBy(sections, ({ original }) => original);
	return [...groups].map(([original, same]) => {
		const read = same.flatMap(({ methods }) => (methods ? [methods] : []));
		return { original, methods: read.length === same.length ? read.flat() : undefined };
	});
}

class Choices {
	private readonly list: (readonly SourcePlace[])[] = [];
	private count = 0;
	/** Beyond those that are sorted. */
	unlisted = 0;

	/** Nothing was added, not even an empty choice. */
	get isEmpty(): boolean {
		return this.count === 0;
	}

	/** An empty choice counts as one, and is not listed. */
	add(places: readonly SourcePlace[]): void {
		this.count++;
		if (places.length > 0) {
			this.list.push(places);
		}
	}

	/** Makes nothing that would not be listed: there may be thousands. */
	addUnlessFull(make: () => void): void {
		if (this.list.length < maxSorted) {
			make();
		} else {
			this.unlisted++;
		}
	}

	/** Each once, in order. */
	different(): readonly (readonly SourcePlace[])[] {
		if (this.list.length < 2) {
			return this.list;
		}
		const byKey = new Map(this.list.map((places) => [places.map(keyOf).join('\n'), places]));
		return [...byKey.values()].sort(compareChoices);
	}
}

function keyOf({ type, method, file, line1 }: SourcePlace): string {
	return `${type}.${method}(${file ?? ''}:${line1 ?? ''})`;
}

/** By class, method, file and line of the innermost place, as R8 lists them. */
function compareChoices([a]: readonly SourcePlace[], [b]: readonly SourcePlace[]): number {
	return (
		compareText(a?.type, b?.type) ||
		compareText(a?.method, b?.method) ||
		compareText(a?.file, b?.file) ||
		(a?.line1 ?? 0) - (b?.line1 ?? 0)
	);
}

function compareText(a = '', b = ''): number {
	return a < b ? -1 : Number(a > b);
}

/** Makes places in the source for one frame and one class that it may be of. */
class Places {
	constructor(
		private readonly frame: MinifiedFrame,
		private readonly original: string,
		private readonly names: ClassNames,
		private readonly mostInlined: number,
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
		const omitted = Math.max(0, shown.length - this.mostInlined);
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
