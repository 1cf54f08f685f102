import type { ErrorValue, FrameValue } from '../../../shared/groupValue';

/** The first of the frames that distinguish an error; undefined where a message does. */
export function topFrameOf({ version, title, place, frames }: ErrorValue): FrameValue | undefined {
	const [frame] = frames;
	return frame === undefined ? undefined : { version, title: place || title, frame };
}
