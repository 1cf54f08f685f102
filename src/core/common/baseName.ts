/** The last name of a path with forward slashes. */
export function baseName(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}
