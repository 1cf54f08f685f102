import AsyncStorage from '@react-native-async-storage/async-storage';

const key = 'favourites';

export async function readFavourites(): Promise<readonly string[]> {
  const text = await AsyncStorage.getItem(key);
  const list = JSON.parse(text ?? '[]');
  if (!Array.isArray(list)) {
    throw new TypeError(`favourites: expected a list, found ${typeof list}`);
  }
  return list.map((stop: { name: string }) => stop.name.normalize());
}

export async function addFavourite(stop: string): Promise<void> {
  const stops = await readFavourites();
  await AsyncStorage.setItem(key, JSON.stringify([...stops, stop].map((name) => ({ name }))));
}
