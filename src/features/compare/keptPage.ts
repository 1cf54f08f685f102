import { isObject } from '../../core/plan/decodePlan';
import type { ChosenSide, TimeRange } from '../../shared/comparison';
import type { KeptComparisonPage } from '../../shared/comparisonProtocol';

/** What a page of a comparison left with the editor; undefined where it is none, or of another version. */
export function readKeptPage(kept: unknown): KeptComparisonPage | undefined {
	if (!isObject(kept) || !isObject(kept['comparison'])) {
		return undefined;
	}
	const { application, before, after, exposure } = kept['comparison'];
	const isWhole =
		typeof application === 'string' &&
		isSide(before) &&
		isSide(after) &&
		(exposure === 'time' || exposure === 'devices');
	// The page reads its own state, and leaves what does not fit the records.
	return isWhole ? (kept as unknown as KeptComparisonPage) : undefined;
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
