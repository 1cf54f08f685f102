import type { ErrorValue, FrameValue } from '../../../shared/groupValue';

export function getTopFrame({ version, title, place, frames }: ErrorValue): FrameValue | undefined {
	const [frame] = frames;
	return frame === undefined ? undefined : { version, title: place || title, frame };
}
