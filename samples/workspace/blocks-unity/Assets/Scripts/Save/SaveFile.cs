using System;
using System.IO;
using UnityEngine;

namespace Blocks
{
    [Serializable]
    public class SavedGame
    {
        public int version = 3;
        public int score;
    }

    public class SaveFile
    {
        private string Location => Path.Combine(Application.persistentDataPath, "game.json");

        public SavedGame Read()
        {
            if (!File.Exists(Location))
            {
                return new SavedGame();
            }
            SavedGame game = JsonUtility.FromJson<SavedGame>(File.ReadAllText(Location));
            if (game.version > 3)
            {
                throw new InvalidDataException($"Saved by version {game.version}, this is version 3");
            }
            return game;
        }

        public void Write(SavedGame game)
        {
            File.WriteAllText(Location, JsonUtility.ToJson(game));
        }
    }
}
