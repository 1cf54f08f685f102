import { atOnce } from '../../../../../src/core/common/steps';
import { groupingText } from '../../../../../src/core/stack/grouping/groupKey';
import { noOwnCode, type OwnCode } from '../../../../../src/core/stack/own/ownCode';

export function groupKeyOfText(text: string, own: OwnCode = noOwnCode) {
	return atOnce(groupingText(text, own));
}
