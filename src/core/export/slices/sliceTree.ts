import type { WrittenRecords } from '../download/consumeBody';
import type { Resumable } from '../model/entry';
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
	/** The only slice of an export is complete in the final file. */
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

/** A complete slice on disk. */
export type HeldNode = SliceNode & { readonly held: HeldSlice };

/**
 * The slices of an export and what is known of each, as its journal tells. A year has thousands of hours, and how far it is
 * gets asked many times a second: `resumable`, `next` and `placeOf` cost the same however many slices there are.
 */
export class SliceTree {
	private readonly nodes = new Map<string, SliceNode>();
	private roots: readonly string[] = [];
	/** Of the slices that make up the range, in the order of time. */
	private leafIds: readonly string[] = [];
	/** Of each of them, from 0 on. */
	private places: ReadonlyMap<string, number> = new Map();
	/** No leaf before this place is to be fetched. */
	private firstOpen = 0;
	/** Of what is on the disk. */
	private readonly sum = { done: 0, rows: 0, bytes: 0, queued: 0 };

	/** Entries about slices that do not exist change nothing. */
	apply(entry: JournalEntry): void {
		if (entry.entry === 'begun') {
			this.roots = entry.slices.map((slice) => this.add(slice));
			this.arrange();
			return;
		}
		const node = this.nodes.get(entry.slice);
		if (!node || entry.entry === 'asked') {
			return;
		}
		const place = this.places.get(entry.slice);
		const changed = this.changed(node, entry);
		this.nodes.set(entry.slice, changed);
		if (changed.halves !== node.halves) {
			this.arrange();
		} else if (place !== undefined) {
			this.count(node, -1);
			this.count(changed, 1);
			this.firstOpen = Math.min(this.firstOpen, place);
		}
	}

	/** The slices that make up the range, in the order of time. */
	get leaves(): readonly SliceNode[] {
		return this.leafIds.flatMap((id) => this.nodes.get(id) ?? []);
	}

	/** Which one of the leaves a slice is, from 1 on; undefined when it is none. */
	placeOf(id: string): number | undefined {
		const place = this.places.get(id);
		return place === undefined ? undefined : place + 1;
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
	get checked(): readonly HeldNode[] {
		return this.all.filter(isHeld).filter(({ halves }) => halves !== undefined);
	}

	/** The first slice that is to be fetched. */
	get next(): SliceNode | undefined {
		for (; this.firstOpen < this.leafIds.length; this.firstOpen++) {
			const node = this.nodes.get(this.leafIds[this.firstOpen] ?? '');
			if (node && !isHeld(node)) {
				return node;
			}
		}
		return undefined;
	}

	/** The slice of an export that is asked for in one piece and not finished. */
	get whole(): SliceNode | undefined {
		const [only, ...others] = this.roots.map((id) => this.nodes.get(id));
		return others.length === 0 && only && !only.halves && !only.held ? only : undefined;
	}

	get resumable(): Resumable {
		const { done, rows, bytes, queued } = this.sum;
		return { slices: this.leafIds.length, done, rows, bytes, queued: queued > 0 };
	}

	private arrange(): void {
		const leaves = this.roots.flatMap((id) => this.leavesOf(id));
		this.leafIds = leaves.map(({ slice }) => slice.id);
		this.places = new Map(this.leafIds.map((id, place) => [id, place]));
		this.firstOpen = 0;
		Object.assign(this.sum, { done: 0, rows: 0, bytes: 0, queued: 0 });
		for (const leaf of leaves) {
			this.count(leaf, 1);
		}
	}

	private count({ held, written, queued }: SliceNode, sign: 1 | -1): void {
		const there = held ?? written;
		this.sum.done += there ? sign : 0;
		this.sum.rows += sign * (there?.rows ?? 0);
		this.sum.bytes += sign * (there?.bytes ?? 0);
		this.sum.queued += queued ? sign : 0;
	}

	private add(slice: Slice): string {
		this.nodes.set(slice.id, { slice, queued: false, held: undefined, written: undefined, halves: undefined });
		return slice.id;
	}

	private changed(node: SliceNode, entry: Exclude<JournalEntry, { entry: 'begun' | 'asked' }>): SliceNode {
		switch (entry.entry) {
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

export function isHeld(node: SliceNode): node is HeldNode {
	return node.held !== undefined;
}
