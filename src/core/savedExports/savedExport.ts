import { hasBundleId } from '../applications/matcher';
import type { PlanProblem } from '../common/errors';
import type { Field, FieldTable } from '../plan/fields';
import { findPlanProblem, type Plan } from '../plan/plan';
import type { Application } from '../service/application';
import { type PresetKind, presetFields } from '../wizard/fieldPresets';
import type { PlacedValue, TextRange } from './placedJson';

export const savedExportType = 'app-errors/export@1';

/** Folders of saved exports, relative to a workspace. */
export const savedExportFolders = ['.app-errors', 'exports'] as const;

export const maxSavedExportBytes = 65_536;
export const maxSavedExports = 200;

export const timeBases = { device: 'default', server: 'receive' } as const;

/** Application of a saved export. It has an ID, a bundle ID, or both. */
interface SavedApplication {
	readonly id?: string | undefined;
	readonly name?: string | undefined;
	readonly bundle?: string | undefined;
}

type SavedRequest = Omit<Plan, 'application' | 'fields' | 'view' | 'deviceKey'>;

export interface SavedExport extends SavedRequest {
	readonly name: string;
	readonly application: SavedApplication;
	/** Fields, or the name of a preset that determines the fields when the export is run. */
	readonly fields: PresetKind | readonly string[];
	readonly view: Exclude<Plan['view'], 'synced'>;
	/** JSON text of members that this version of the extension doesn't know. */
	readonly others: ReadonlyMap<string, string>;
	readonly otherApplicationMembers: ReadonlyMap<string, string>;
	/** Unknown members, with the positions of their names. */
	readonly ignored: readonly { readonly name: string; readonly at: TextRange }[];
	readonly root: PlacedValue;
}

export type SavedExportProblem =
	| { readonly kind: 'tooLarge' }
	| { readonly kind: 'conflict' }
	| { readonly kind: 'notJson' }
	| { readonly kind: 'duplicate'; readonly member: string }
	| { readonly kind: 'missing'; readonly member: string }
	| { readonly kind: 'invalid'; readonly member: string }
	| { readonly kind: 'plan'; readonly problem: PlanProblem };

export interface PlacedProblem {
	readonly problem: SavedExportProblem;
	readonly at: TextRange;
}

export function planOfSaved(saved: SavedExport, application: Plan['application'], fields: FieldTable): Plan {
	const { range, dateDimension, filters, format, view, limit, chunking, byteOrderMark, skipUnavailableShards } = saved;
	const { id, name = saved.application.name } = application;
	return {
		application: { id, ...(name !== undefined && { name }) },
		format,
		view,
		range,
		dateDimension,
		filters,
		byteOrderMark,
		skipUnavailableShards,
		fields: typeof saved.fields === 'string' ? presetFields(saved.fields, fields) : saved.fields,
		...(limit !== undefined && { limit }),
		...(chunking && { chunking }),
	};
}

/**
 * Returns the reason why the service would reject the export, and the position of the error in the file. Returns
 * undefined for a valid export.
 */
export function findSavedProblem(saved: SavedExport, fields: FieldTable): PlacedProblem | undefined {
	// The application ID is unknown if the file contains only a bundle ID, so a placeholder is checked instead.
	const problem = findPlanProblem(planOfSaved(saved, { id: saved.application.id ?? '1' }, fields), fields);
	return problem && { problem: { kind: 'plan', problem }, at: placeOf(problem, saved.root) };
}

function placeOf(problem: PlanProblem, root: PlacedValue): TextRange {
	const filters = member(root, 'filters')?.members;
	const find = (): TextRange | undefined => {
		switch (problem.kind) {
			case 'unknownField':
				return (
					member(root, 'fields')?.items?.find(({ value }) => value === problem.field) ??
					filters?.get(problem.field)?.key
				);
			case 'filterValue':
				return filters?.get(problem.field)?.node;
			case 'rangeOrder':
			case 'rangeYear':
				return member(root, 'range');
			case 'noFields':
			case 'deviceTwice':
				return member(root, 'fields');
			default:
				return undefined;
		}
	};
	return find() ?? root;
}

function member(node: PlacedValue, name: string): PlacedValue | undefined {
	return node.members?.get(name)?.node;
}

/**
 * Returns the personal fields in filters, because everyone who can read the saved export would see the values of these
 * filters.
 */
export function personalFilters({ filters }: Pick<Plan, 'filters'>, fields: FieldTable): readonly Field[] {
	return filters.flatMap(({ field }) => fields.get(field) ?? []).filter(({ personal }) => personal);
}

/**
 * Returns true if the export is for an application. The IDs are compared or, if the file contains no ID, the bundle
 * IDs.
 */
export function isOfApplication({ application: { id, bundle = '' } }: SavedExport, application: Application): boolean {
	return id === undefined ? hasBundleId(application, bundle) : id === application.id;
}
