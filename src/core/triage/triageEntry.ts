import type { GroupKey } from '../../shared/results';
import type { TriageDecision, TriageNote } from '../../shared/triage';
import type { JsonValue } from '../common/lenientJson';

export const triageType = 'app-errors/triage@1';

/**
 * Human-readable description of the group that a triage file belongs to. The file name depends on the grouping rules.
 * If older rules created the file, this description identifies the group instead.
 */
export interface TriagedGroup {
	/** Value of `groupVersion` when the file was written. */
	readonly version: number;
	readonly by: Exclude<GroupKey['kind'], 'column'>;
	readonly type: string;
	readonly frames: readonly string[];
}

/** Members of a triage file in their original order, including members that this version doesn't know. */
export type TriageDocument = ReadonlyMap<string, JsonValue>;

export interface TriageEntry {
	readonly group: TriagedGroup;
	readonly decision: TriageDecision;
	readonly owner: string;
	/** `https` URL, or an empty string. */
	readonly issue: string;
	readonly notes: readonly TriageNote[];
	readonly document: TriageDocument;
}

export type TriageProblem =
	| { readonly kind: 'tooLarge' }
	| { readonly kind: 'conflict' }
	| { readonly kind: 'notJson' }
	| { readonly kind: 'member'; readonly member: string };
