import { encodeGroupValue, type GroupValue } from '../../../shared/groupValue';
import type { GroupKey, RecordFilter } from '../../../shared/results';
import { AgentRefusal } from '../tools/refusal';
import type { KnownRecords } from './agentContext';

interface GroupReference {
	readonly of: KnownRecords;
	/** Filters that applied when the group was listed, except the filter for the group itself. */
	readonly filters: readonly RecordFilter[];
	readonly key: GroupKey;
	readonly value: GroupValue;
}

interface ListedGroup {
	readonly reference: GroupReference;
	readonly positions: Map<string, number>;
}

/** Assigns short IDs such as `e3` and `g12`. An ID stays the same for the lifetime of this object. */
export class References {
	private readonly exportIds = new Map<string, string>();
	private readonly exports = new Map<string, KnownRecords>();
	private readonly groupIds = new Map<string, string>();
	private readonly groups = new Map<string, ListedGroup>();

	exportId(records: KnownRecords): string {
		const known = this.folderId(records.folder);
		this.exports.set(known, records);
		return known;
	}

	folderId(folder: string): string {
		const known = this.exportIds.get(folder) ?? `e${this.exportIds.size + 1}`;
		this.exportIds.set(folder, known);
		return known;
	}

	exportOf(id: string): KnownRecords {
		const found = this.exports.get(id);
		if (!found) {
			throw new AgentRefusal({ kind: 'unknownExport' });
		}
		return found;
	}

	groupId(reference: GroupReference, at?: { readonly list: string; readonly position: number }): string {
		const { of, filters, key, value } = reference;
		const text = JSON.stringify([of.folder, filters, key, encodeGroupValue(value)]);
		const id = this.groupIds.get(text) ?? `g${this.groupIds.size + 1}`;
		this.groupIds.set(text, id);
		const listed = this.groups.get(id) ?? { reference, positions: new Map() };
		this.groups.set(id, listed);
		if (at) {
			listed.positions.set(at.list, at.position);
		}
		return id;
	}

	groupOf(id: string): GroupReference {
		return this.listed(id).reference;
	}

	positionOf(id: string, list: string): number {
		const position = this.listed(id).positions.get(list);
		if (position === undefined) {
			throw new AgentRefusal({ kind: 'unknownGroup' });
		}
		return position;
	}

	private listed(id: string): ListedGroup {
		const found = this.groups.get(id);
		if (!found) {
			throw new AgentRefusal({ kind: 'unknownGroup' });
		}
		return found;
	}
}
