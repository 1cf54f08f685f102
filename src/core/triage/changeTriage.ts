import { type GroupValue, groupVersion } from '../../shared/groupValue';
import type { GroupKey } from '../../shared/results';
import type { TriageDecision, TriageNote } from '../../shared/triage';
import type { JsonValue } from '../common/lenientJson';
import { groupFingerprint } from '../stack/grouping/groupFingerprint';
import { type TriageDocument, type TriagedGroup, triageType } from './triageEntry';

export interface TriageChange {
	readonly decision?: TriageDecision | undefined;
	readonly commit?: string | undefined;
	readonly owner?: string | undefined;
	readonly issue?: string | undefined;
	readonly note?: TriageNote | undefined;
}

/** Returns the name of a group's file without its extension. The name is the start of the group's fingerprint. */
export function triageId(key: GroupKey, value: GroupValue): string {
	return groupFingerprint(key, value).slice(0, 12);
}

/**
 * Returns the parts that identify a group. Messages are omitted, because they can contain personal data. Returns
 * undefined for groups by column, because any value can be personal.
 */
export function triagedGroup({ kind: by }: GroupKey, value: GroupValue): TriagedGroup | undefined {
	if (by === 'column') {
		return undefined;
	}
	if (typeof value === 'string') {
		return { version: groupVersion, by, type: by === 'name' && isTypeName(value) ? value : '', frames: [] };
	}
	return 'frame' in value
		? { version: value.version, by, type: '', frames: [value.frame] }
		: { version: value.version, by, type: value.type, frames: value.frames };
}

function isTypeName(text: string): boolean {
	return /^[\p{L}_$][\p{L}\p{N}_$.:]{0,499}$/u.test(text);
}

export function newTriageDocument(group: TriagedGroup): TriageDocument {
	return new Map<string, JsonValue>([
		['type', triageType],
		['group', groupMembers(group)],
	]);
}

export function withGroupParts(document: TriageDocument, group: TriagedGroup): TriageDocument {
	return new Map(document).set('group', groupMembers(group));
}

function groupMembers({ version, by, type, frames }: TriagedGroup): JsonValue {
	return new Map<string, JsonValue>([
		['version', version],
		...(by === 'frames' ? [] : [['by', by] as const]),
		['type', type],
		['frames', frames],
	]);
}

/** Returns the changed document. Returns undefined if the group is now open and the file contains nothing else. */
export function changeTriage(document: TriageDocument, change: TriageChange): TriageDocument | undefined {
	const changed = new Map(document);
	const set = (name: string, value: JsonValue | undefined) =>
		value === undefined ? changed.delete(name) : changed.set(name, value);
	if (change.decision) {
		for (const name of ['state', 'until', 'in', 'commit']) {
			changed.delete(name);
		}
		for (const [name, value] of decisionMembers(change.decision)) {
			set(name, value);
		}
	}
	for (const name of ['commit', 'owner', 'issue'] as const) {
		if (change[name] !== undefined) {
			set(name, change[name] === '' ? undefined : change[name]);
		}
	}
	if (change.note) {
		const { at, by, text } = change.note;
		const note = new Map<string, JsonValue>([['at', at], ...(by === '' ? [] : [['by', by] as const]), ['text', text]]);
		const notes = changed.get('notes');
		changed.set('notes', [...(Array.isArray(notes) ? notes : []), note]);
	}
	const isEmpty = [...changed.keys()].every((name) => name === 'type' || name === 'group');
	return isEmpty ? undefined : changed;
}

function decisionMembers(decision: TriageDecision): readonly (readonly [string, JsonValue])[] {
	switch (decision.state) {
		case 'open':
			return [];
		case 'acknowledged':
			return [['state', 'acknowledged']];
		case 'ignored': {
			const { date, version, devices, records } = decision.until;
			const until = Object.entries({ date, version, devices, records }).filter(([, value]) => value !== undefined);
			return [
				['state', 'ignored'],
				['until', new Map(until as [string, JsonValue][])],
			];
		}
		case 'fixed':
			return [
				['state', 'fixed'],
				['in', decision.versions],
			];
	}
}
