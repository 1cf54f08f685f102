import type { WrittenRecords } from '../download/consumeBody';
import type { Resumable } from '../model/entry';
import type { Chunk, StoredChunk } from './chunk';

export type Checkpoint =
	| { readonly entry: 'begun'; readonly version: 1; readonly chunks: readonly Chunk[] }
	/** A request is about to be sent. `at` is the current time (ISO 8601, UTC). */
	| { readonly entry: 'asked'; readonly chunk: string; readonly at: string }
	| { readonly entry: 'queued'; readonly chunk: string }
	| { readonly entry: 'held'; readonly chunk: string; readonly held: StoredChunk }
	/** The download is complete. The chunk's file may still have its temporary name. */
	| { readonly entry: 'written'; readonly chunk: string; readonly written: WrittenRecords }
	| { readonly entry: 'lost'; readonly chunk: string }
	/** The chunk was replaced by its halves. Its records are kept for a comparison with the halves. */
	| { readonly entry: 'halved'; readonly chunk: string; readonly into: readonly [Chunk, Chunk] };

export interface ChunkNode {
	readonly chunk: Chunk;
	readonly queued: boolean;
	readonly held: StoredChunk | undefined;
	readonly written: WrittenRecords | undefined;
	readonly halves: readonly [id: string, id: string] | undefined;
}

export type HeldNode = ChunkNode & { readonly held: StoredChunk };

/**
 * Chunks of an export and their states. `resumable`, `next`, and `getPlace` take constant time, even with thousands of
 * chunks.
 */
export class ChunkTree {
	private readonly nodes = new Map<string, ChunkNode>();
	private roots: readonly string[] = [];
	private leafIds: readonly string[] = [];
	/** Zero-based positions of the chunks that were not split, by chunk ID. */
	private places: ReadonlyMap<string, number> = new Map();
	private firstOpen = 0;
	private readonly sum = { done: 0, rows: 0, bytes: 0, queued: 0 };

	apply(entry: Checkpoint): void {
		if (entry.entry === 'begun') {
			this.roots = entry.chunks.map((chunk) => this.add(chunk));
			this.arrange();
			return;
		}
		const node = this.nodes.get(entry.chunk);
		if (!node || entry.entry === 'asked') {
			return;
		}
		const place = this.places.get(entry.chunk);
		const changed = this.changed(node, entry);
		this.nodes.set(entry.chunk, changed);
		if (changed.halves !== node.halves) {
			this.arrange();
		} else if (place !== undefined) {
			this.count(node, -1);
			this.count(changed, 1);
			this.firstOpen = Math.min(this.firstOpen, place);
		}
	}

	get leaves(): readonly ChunkNode[] {
		return this.leafIds.flatMap((id) => this.nodes.get(id) ?? []);
	}

	/** Returns the one-based position of a chunk among the chunks that were not split. Undefined for a split chunk. */
	getPlace(id: string): number | undefined {
		const place = this.places.get(id);
		return place === undefined ? undefined : place + 1;
	}

	leavesOf(id: string): readonly ChunkNode[] {
		const node = this.nodes.get(id);
		if (!node) {
			return [];
		}
		return node.halves ? node.halves.flatMap((half) => this.leavesOf(half)) : [node];
	}

	get all(): readonly ChunkNode[] {
		return [...this.nodes.values()];
	}

	/** Complete chunks that were split later. Their records are compared with the records of their halves. */
	get checked(): readonly HeldNode[] {
		return this.all.filter(isHeld).filter(({ halves }) => halves !== undefined);
	}

	get next(): ChunkNode | undefined {
		for (; this.firstOpen < this.leafIds.length; this.firstOpen++) {
			const node = this.nodes.get(this.leafIds[this.firstOpen] ?? '');
			if (node && !isHeld(node)) {
				return node;
			}
		}
		return undefined;
	}

	/**
	 * The only chunk of an export. Undefined if the export has several chunks, or if the chunk was split or is complete.
	 */
	get whole(): ChunkNode | undefined {
		const [only, ...others] = this.roots.map((id) => this.nodes.get(id));
		return others.length === 0 && only && !only.halves && !only.held ? only : undefined;
	}

	get resumable(): Resumable {
		const { done, rows, bytes, queued } = this.sum;
		return { chunks: this.leafIds.length, done, rows, bytes, queued: queued > 0 };
	}

	private arrange(): void {
		const leaves = this.roots.flatMap((id) => this.leavesOf(id));
		this.leafIds = leaves.map(({ chunk }) => chunk.id);
		this.places = new Map(this.leafIds.map((id, index) => [id, index]));
		this.firstOpen = 0;
		Object.assign(this.sum, { done: 0, rows: 0, bytes: 0, queued: 0 });
		for (const leaf of leaves) {
			this.count(leaf, 1);
		}
	}

	private count({ held, written, queued }: ChunkNode, sign: 1 | -1): void {
		const there = held ?? written;
		this.sum.done += there ? sign : 0;
		this.sum.rows += sign * (there?.rows ?? 0);
		this.sum.bytes += sign * (there?.bytes ?? 0);
		this.sum.queued += queued ? sign : 0;
	}

	private add(chunk: Chunk): string {
		this.nodes.set(chunk.id, { chunk, queued: false, held: undefined, written: undefined, halves: undefined });
		return chunk.id;
	}

	private changed(node: ChunkNode, entry: Exclude<Checkpoint, { entry: 'begun' | 'asked' }>): ChunkNode {
		switch (entry.entry) {
			case 'queued':
				return { ...node, queued: true };
			case 'held':
				return { ...node, queued: false, held: entry.held };
			case 'written':
				return { ...node, queued: false, written: entry.written };
			case 'lost':
				return { ...node, queued: false, held: undefined, written: undefined };
			case 'halved': {
				const [first, second] = entry.into;
				return { ...node, queued: false, halves: [this.add(first), this.add(second)] };
			}
		}
	}
}

export function isHeld(node: ChunkNode): node is HeldNode {
	return node.held !== undefined;
}
