import type { Line } from '../../trace/line';
import { type Reading, thread } from '../../trace/reading';

const history =
	/^(?:0x[\da-f]{1,16} (?:is|was) )?(?:previously )?(?:allocated|deallocated|freed)(?: by (?:main )?thread \S{1,40}(?: \([^()]{1,80}\))?)?(?: here)?:$/i;
const creation =
	/^Thread T\d{1,6}(?: \([^()]{1,80}\))? created by (?:main thread|T\d{1,6})(?: \([^()]{1,80}\))?(?: here| at)?:$/;
const location =
	/^(?:Previous (?:atomic )?(?:read|write) of size \d{1,20} at|Location is .{1,120} allocated by|Address 0x[\da-f]{1,16} is located in stack of) .{1,200}(?::| in frame)$/i;

/** Parses the line above a stack that doesn't show the failure itself, such as `deallocated by thread 30492:`. */
export function readMemoryHistory({ content }: Line): Reading | undefined {
	const mayBeHistory = content.endsWith(':') || content.endsWith(' in frame');
	const isHistory = mayBeHistory && (history.test(content) || creation.test(content) || location.test(content));
	return isHistory ? thread(content.replace(/:$/, ''), undefined) : undefined;
}
