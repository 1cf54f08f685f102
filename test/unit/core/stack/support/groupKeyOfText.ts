import { runSynchronously } from '../../../../../src/core/common/cooperativeTask';
import { groupedTrace, TraceGrouping } from '../../../../../src/core/stack/grouping/groupKey';
import { noOwnCode, type OwnCode } from '../../../../../src/core/stack/own/ownCode';
import { OwnFrameTest } from '../../../../../src/core/stack/own/ownFrameTest';

export function groupKeyOfText(text: string, own: OwnCode = noOwnCode) {
	return new TraceGrouping(runSynchronously(groupedTrace(text)), new OwnFrameTest(own)).group;
}
