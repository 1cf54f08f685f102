export async function withinMs<T>(wanted: Promise<T>, ms: number): Promise<T | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(resolve, ms, undefined);
	});
	try {
		return await Promise.race([wanted, late]);
	} finally {
		clearTimeout(timer);
	}
}
