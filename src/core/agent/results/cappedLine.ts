import { maxMaskedRecords } from '../context/shownFilters';
import { countText } from '../text/hostText';

export function cappedLine(capped: boolean): readonly string[] {
	return capped
		? [
				`searched only the newest ${countText(maxMaskedRecords)} records that match, because masked text is not searched`,
			]
		: [];
}
