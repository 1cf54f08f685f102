import type { FoldName } from '../../../shared/protocols/comparisonProtocol';
import type { Translate } from '../../common/format/translate';

export function nameOfFold(fold: FoldName, t: Translate): string {
	switch (fold) {
		case 'new':
			return t('New');
		case 'increased':
			return t('Increased');
		case 'small':
			return t('Significant but small');
		case 'unchanged':
			return t('Unchanged');
		case 'decreased':
			return t('Decreased');
		case 'gone':
			return t('Gone');
		case 'inconclusive':
			return t('Inconclusive');
	}
}
