import type { WrittenRecords } from '../consumeBody';
import type { Resumable } from '../entry';
import type { HeldSlice, Slice } from './slice';

/** What happened to the slices of an export: one line of its journal each. */
export type JournalEntry =
	/** The first one. */
	| { readonly entry: 'begun'; readonly version: 1; readonly slices: readonly Slice[] }
	/** The service is about to be asked. `at` is ISO 8601, UTC. */
	| { readonly entry: 'asked'; readonly slice: string; readonly at: string }
	/** The service has answered that it prepares the slice. */
	| { readonly entry: 'queued'; readonly slice: string }
	| { readonly entry: 'held'; readonly slice: string; readonly held: HeldSlice }
	/** The one slice of an export is whole in the final file. */
	| { readonly entry: 'written'; readonly slice: string; readonly written: WrittenRecords }
	/** Its file is not what it was. */
	| { readonly entry: 'lost'; readonly slice: string }
	/** Its halves take its place; what it held itself is kept to compare with. */
	| { readonly entry: 'halved'; readonly slice: string; readonly into: readonly [Slice, Slice] };

export interface SliceNode {
	readonly slice: Slice;
	readonly queued: boolean;
	readonly held: HeldSlice | undefined;
	readonly written: WrittenRecords | undefined;
	readonly halves: readonly [id: string, id: string] | undefined;
}

/** The slices of an export and what is known of each, as its journal tells. */
export class SliceTree {
	private readonly nodes = new Map<string, SliceNode>();
	private roots: readonly string[] = [];

	/** Entries about slices that do not exist change nothing. */
	apply(entry: JournalEntry): void {
		if (entry.entry === 'begun') {
			this.roots = entry.slices.map((slice) => this.add(slice));
			return;
		}
		const node = this.nodes.get(entry.slice);
		if (node) {
			this.nodes.set(entry.slice, this.changed(node, entry));
		}
	}

	/** The slices that make up the range, in the order of time. */
	get leaves(): readonly SliceNode[] {
		return this.roots.flatMap((id) => this.leavesOf(id));
	}

	/** The slices that make up the range of one, itself where it was not halved. */
	leavesOf(id: string): readonly SliceNode[] {
		const node = this.nodes.get(id);
		if (!node) {
			return [];
		}
		return node.halves ? node.halves.flatMap((half) => this.leavesOf(half)) : [node];
	}

	/** All slices, those that were halved among them. */
	get all(): readonly SliceNode[] {
		return [...this.nodes.values()];
	}

	/** Slices that were held when they were halved: what their halves are to be compared with. */
	get checked(): readonly (SliceNode & { readonly held: HeldSlice })[] {
		return this.all.filter(isHeld).filter(({ halves }) => halves !== undefined);
	}

	/** The first slice that is to be fetched. */
	get next(): SliceNode | undefined {
		return this.leaves.find(({ held }) => held === undefined);
	}

	/** The slice of an export that is asked for in one piece and not finished. */
	get whole(): SliceNode | undefined {
		const [only, ...others] = this.roots.map((id) => this.nodes.get(id));
		return others.length === 0 && only && !only.halves && !only.held ? only : undefined;
	}

	get resumable(): Resumable {
		const { leaves } = this;
		const held = leaves.map((leaf) => leaf.held ?? leaf.written).filter((slice) => slice !== undefined);
		return {
			slices: leaves.length,
			done: held.length,
			rows: held.reduce((sum, { rows }) => sum + rows, 0),
			bytes: held.reduce((sum, { bytes }) => sum + bytes, 0),
			queued: leaves.some(({ queued }) => queued),
		};
	}

	private add(slice: Slice): string {
		this.nodes.set(slice.id, { slice, queued: false, held: undefined, written: undefined, halves: undefined });
		return slice.id;
	}

	private changed(node: SliceNode, entry: Exclude<JournalEntry, { entry: 'begun' }>): SliceNode {
		switch (entry.entry) {
			case 'asked':
				return node;
			case 'queued':
				return { ...node, queued: true };
			case 'held':
				return { ...node, queued: false, held: entry.held };
			case 'written':
				return { ...node, queued: false, written: entry.written };
			case 'lost':
				return { ...node, queued: false, held: undefined };
			case 'halved': {
				const [first, second] = entry.into;
				return { ...node, queued: false, halves: [this.add(first), this.add(second)] };
			}
		}
	}
}

export function isHeld(node: SliceNode): node is SliceNode & { readonly held: HeldSlice } {
	return node.held !== undefined;
}
