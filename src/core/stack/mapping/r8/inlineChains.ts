import type { InlineChain, LineRange, MemberRange, MethodChains } from './classMapping';

/** Groups the ranges of a minified name by method, because overloads can have the same minified name. */
export function getMethods(runs: readonly (readonly MemberRange[])[]): readonly MethodChains[] {
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

	/** Flags from the method's notes. A flag in any line applies to the whole method. */
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

export interface ChainMatch {
	readonly method: MethodChains;
	readonly chain: InlineChain;
	readonly position: number | undefined;
}

type Narrowed =
	| { readonly kind: 'found'; readonly found: readonly ChainMatch[] }
	/** Methods with this name exist, but none of their ranges contains the minified position. */
	| { readonly kind: 'outside' }
	/** All ranges of the methods have line numbers, so without a position only the method names are known. */
	| { readonly kind: 'namesOnly' };

/**
 * Returns the inline chains that contain a minified position. Pass 0 or undefined if the position is unknown; the
 * result then contains at most one chain of each method.
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
	const found: ChainMatch[] = [];
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

/** Returns the chain for line 0 of each method. If no chain contains line 0, returns the first chain without lines. */
function withoutPosition(methods: readonly MethodChains[]): ChainMatch[] {
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
