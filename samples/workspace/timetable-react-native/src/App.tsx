import React, { useEffect, useState } from 'react';
import { SafeAreaView } from 'react-native';
import { BoardScreen } from './screens/BoardScreen';
import { readFavourites } from './storage/favourites';

export function App() {
  const [stops, setStops] = useState<readonly string[]>([]);

  useEffect(() => {
    void readFavourites().then(setStops);
  }, []);

  return (
    <SafeAreaView>
      <BoardScreen stop={stops[0]} />
    </SafeAreaView>
  );
}
