import type { ErrorValue, FrameValue } from '../../../shared/groupValue';

/** The first of the frames by which an error is told apart; undefined where a message tells. */
export function topFrameOf({ version, title, place, frames }: ErrorValue): FrameValue | undefined {
	const [frame] = frames;
	return frame === undefined ? undefined : { version, title: place || title, frame };
}
