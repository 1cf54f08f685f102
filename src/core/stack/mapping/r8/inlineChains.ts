import type { LineRange, MemberRange } from './classMapping';

/**
 * Lines of a mapping that belong together: the code at some minified lines of a method, and the methods it was inlined
 * into. Innermost first; the last is the method itself.
 */
interface InlineChain {
	readonly minified: LineRange | undefined;
	readonly ranges: readonly MemberRange[];
}

/** All chains of one original method. */
export interface MethodChains {
	/** Where the method is, undefined for the class itself. */
	readonly holder: string | undefined;
	readonly method: string;
	readonly chains: readonly InlineChain[];
	readonly synthesized: boolean;
	readonly outline: boolean;
}

/**
 * Sorts the ranges of one minified name by the methods they are of: overloads may share the name.
 * @param runs of ranges that follow each other
 */
export function methodsOf(runs: readonly (readonly MemberRange[])[]): readonly MethodChains[] {
	const bySignature = new Map<string, Method>();
	for (const chain of runs.flatMap(chainsOf)) {
		const outermost = chain.ranges.at(-1);
		if (!outermost) {
			continue;
		}
		const method = bySignature.get(outermost.signature);
		if (method) {
			method.chains.push(chain);
		} else {
			bySignature.set(outermost.signature, new Method(outermost, chain));
		}
	}
	return [...bySignature.values()];
}

type Marks = Pick<MethodChains, 'synthesized' | 'outline'>;

class Method implements MethodChains {
	readonly chains: InlineChain[];
	private noted: Marks | undefined;

	constructor(
		private readonly range: MemberRange,
		first: InlineChain,
	) {
		this.chains = [first];
	}

	get holder(): string | undefined {
		return this.range.holder;
	}

	get method(): string {
		return this.range.method;
	}

	get synthesized(): boolean {
		return this.marks.synthesized;
	}

	get outline(): boolean {
		return this.marks.outline;
	}

	/** Of the notes, read when the method is known to be of interest: one stands below one line and counts for all. */
	private get marks(): Marks {
		this.noted ??= this.readMarks();
		return this.noted;
	}

	private readMarks(): Marks {
		let synthesized = false;
		let outline = false;
		for (const { ranges } of this.chains) {
			for (const { kind } of ranges.at(-1)?.notes ?? []) {
				synthesized ||= kind === 'synthesized';
				outline ||= kind === 'outline';
			}
		}
		return { synthesized, outline };
	}
}

/** Neighbours with the same minified lines are one chain; a line without them is one of its own. */
function chainsOf(ranges: readonly MemberRange[]): InlineChain[] {
	const chains: InlineChain[] = [];
	let first = 0;
	for (let next = 1; next <= ranges.length; next++) {
		const minified = ranges[first]?.minified;
		if (!isSame(minified, ranges[next]?.minified)) {
			chains.push({ minified, ranges: ranges.slice(first, next) });
			first = next;
		}
	}
	return chains;
}

function isSame(a: LineRange | undefined, b: LineRange | undefined): boolean {
	return a !== undefined && a.first === b?.first && a.last === b.last;
}

/** A chain that a frame may stand for, and the minified position that led there. */
export interface Found {
	readonly method: MethodChains;
	readonly chain: InlineChain;
	readonly position: number | undefined;
}

type Narrowed =
	| { readonly kind: 'found'; readonly found: readonly Found[] }
	/** The name is right and the position is in none of its lines. */
	| { readonly kind: 'outside' }
	/** There is no position and each method has lines: nothing but the names is known. */
	| { readonly kind: 'namesOnly' };

/**
 * The chains for a minified position; undefined and 0 are no position.
 * @param carried the position within an outline that the frame above was in
 */
export function narrow(
	methods: readonly MethodChains[],
	position: number | undefined,
	carried: number | undefined,
): Narrowed {
	if (position === undefined || position <= 0) {
		const found = withoutPosition(methods);
		return found.length > 0 ? { kind: 'found', found } : { kind: 'namesOnly' };
	}
	const found: Found[] = [];
	for (const method of methods) {
		const chain = chainAt(method, position);
		const callsite = chain && carried !== undefined ? callsiteOf(chain) : undefined;
		if (callsite && carried !== undefined) {
			return narrow(methods, callsite.get(carried) ?? carried, undefined);
		}
		if (chain) {
			found.push({ method, chain, position });
		}
	}
	if (found.length === 0) {
		for (const method of methods) {
			for (const chain of method.chains) {
				if (!chain.minified) {
					found.push({ method, chain, position });
				}
			}
		}
	}
	return found.length > 0 ? { kind: 'found', found } : { kind: 'outside' };
}

/** Of each method the first chain that is for line 0 or for all lines, else the first without lines. */
function withoutPosition(methods: readonly MethodChains[]): Found[] {
	return methods.flatMap((method) => {
		const chain = chainAt(method, 0) ?? method.chains.find(({ minified }) => !minified);
		return chain ? [{ method, chain, position: undefined }] : [];
	});
}

function chainAt({ chains }: MethodChains, line: number): InlineChain | undefined {
	return chains.find(({ minified }) => holds(minified, line));
}

export function holds(range: LineRange | undefined, line: number): boolean {
	return range !== undefined && range.first <= line && line <= range.last;
}

function callsiteOf(chain: InlineChain): ReadonlyMap<number, number> | undefined {
	for (const note of chain.ranges.at(-1)?.notes ?? []) {
		if (note.kind === 'outlineCallsite') {
			return note.positions;
		}
	}
	return undefined;
}
