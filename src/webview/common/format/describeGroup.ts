import { groupWords } from '../../../shared/groupLabels';
import type { GroupValue } from '../../../shared/groupValue';
import type { GroupKey } from '../../../shared/results';
import type { Translate } from './translate';

export function describeGroup(key: GroupKey, value: GroupValue, t: Translate): string {
	const { title, place, message } = groupWords(key, value);
	if (place !== '') {
		return t('{0} in {1}', title, place);
	}
	return message === '' ? title || t('(none)') : `${title}: ${message}`;
}
