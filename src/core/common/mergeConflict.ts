export function hasConflictMarkers(text: string): boolean {
	return /^(?:<{7}|={7}|>{7})(?: |\r?$)/m.test(text);
}
