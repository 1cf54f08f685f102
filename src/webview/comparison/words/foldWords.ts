import type { FoldName } from '../../../shared/comparisonProtocol';
import type { Translate } from '../../common/words/translate';

export function nameOfFold(fold: FoldName, t: Translate): string {
	switch (fold) {
		case 'new':
			return t('New');
		case 'grown':
			return t('Grown');
		case 'unchanged':
			return t('Unchanged');
		case 'shrunk':
			return t('Shrunk');
		case 'gone':
			return t('Gone');
		case 'untold':
			return t('Cannot tell');
	}
}
