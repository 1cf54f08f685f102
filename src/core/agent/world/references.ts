import { encodeGroupValue, type GroupValue } from '../../../shared/groupValue';
import type { GroupKey, RecordFilter } from '../../../shared/results';
import { AgentRefusal } from '../tools/refusal';
import type { KnownRecords } from './agentWorld';

/** Which group of which records: what an ID stands for. */
interface GroupReference {
	readonly of: KnownRecords;
	/** Of the list that it was in, without the group itself. */
	readonly filters: readonly RecordFilter[];
	readonly key: GroupKey;
	readonly value: GroupValue;
}

interface ListedGroup {
	readonly reference: GroupReference;
	/** Where it was in lists, by their names. */
	readonly positions: Map<string, number>;
}

/**
 * IDs that are ours: `e3`, `g12`. They are the same for the same thing as long as this lives, and no text of a record becomes
 * one.
 */
export class References {
	private readonly exportIds = new Map<string, string>();
	private readonly exports = new Map<string, KnownRecords>();
	private readonly groupIds = new Map<string, string>();
	private readonly groups = new Map<string, ListedGroup>();

	/** What is known of it is from now on what is given here. */
	exportId(records: KnownRecords): string {
		const known = this.folderId(records.folder);
		this.exports.set(known, records);
		return known;
	}

	/** Of one that may not have begun to be anything. */
	folderId(folder: string): string {
		const known = this.exportIds.get(folder) ?? `e${this.exportIds.size + 1}`;
		this.exportIds.set(folder, known);
		return known;
	}

	/** @throws AgentRefusal */
	exportOf(id: string): KnownRecords {
		const found = this.exports.get(id);
		if (!found) {
			throw new AgentRefusal({ kind: 'unknownExport' });
		}
		return found;
	}

	/** @param at The list that it is in, and where. */
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

	/** @throws AgentRefusal */
	groupOf(id: string): GroupReference {
		return this.listed(id).reference;
	}

	/** @throws AgentRefusal where it was not in the list */
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
