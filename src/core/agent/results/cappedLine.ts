import { maxMaskedRecords } from '../context/shownFilters';
import { countText } from '../text/hostText';

/** If only the newest matching records were searched, returns a note about this. */
export function cappedLine(capped: boolean): readonly string[] {
	return capped
		? [
				`searched only the newest ${countText(maxMaskedRecords)} records that match, because masked text is not searched`,
			]
		: [];
}
