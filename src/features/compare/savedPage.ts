import { isObject } from '../../core/plan/decodePlan';
import type { ChosenSide, TimeRange } from '../../shared/comparison';
import type { SavedComparisonPage } from '../../shared/comparisonProtocol';

/** Decodes a saved state. Undefined if it is invalid or was saved by another version. */
export function readSavedPage(saved: unknown): SavedComparisonPage | undefined {
	if (!isObject(saved) || !isObject(saved['comparison'])) {
		return undefined;
	}
	const { application, before, after, exposure } = saved['comparison'];
	const isWhole =
		typeof application === 'string' &&
		isSide(before) &&
		isSide(after) &&
		(exposure === 'time' || exposure === 'devices');
	// The page validates the state and discards any parts that don't match the records.
	return isWhole ? (saved as unknown as SavedComparisonPage) : undefined;
}

function isSide(side: unknown): side is ChosenSide {
	return (
		isObject(side) &&
		typeof side['path'] === 'string' &&
		typeof side['label'] === 'string' &&
		(side['range'] === undefined || isRange(side['range'])) &&
		(side['versions'] === undefined ||
			(Array.isArray(side['versions']) && side['versions'].every((version) => typeof version === 'string')))
	);
}

function isRange(range: unknown): range is TimeRange {
	return isObject(range) && Number.isFinite(range['since']) && Number.isFinite(range['until']);
}
