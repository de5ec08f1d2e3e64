/// Words in the passwords that attackers try first: common passwords, names, teams and seasons in some languages. They
/// were collected for this project. Other ordinary words are not included, since several of them make a good password.
enum CommonWords {
    /// The common words in lower case, of at least four characters.
    static let all = Set(
        [access, love, people, games, seasons, clinic, languages].flatMap { $0.split(separator: " ") }.map { Array($0) }
    )

    static let longest = all.map(\.count).max() ?? 0

    private static let access = """
        password passwort passwd passw0rd pass pword word secret geheim login logon admin administrator root user users \
        guest test testing tester demo1234 default changeme change temp temporary access account welcome hello hallo \
        letmein letme open sesame opensesame trustno trustnoone master superuser super system server computer internet \
        windows microsoft apple google facebook amazon samsung android iphone linux ubuntu oracle cisco router wifi \
        enter security secure private public office work company manager support service helpdesk qwerty qwertz azerty \
        asdf asdfgh zxcv zxcvbn qazwsx wsxedc abcd abcdef abc123 a1b2c3 q1w2e3 q1w2e3r4 1q2w3e 1q2w3e4r iloveyou \
        ilovegod iloveme letmein1 nopass nopassword none blank null unknown mypass mypassword newpass newpassword \
        oldpassword mynoob whatever nothing something anything everything
        """

    private static let love = """
        love lovely lover loveme loveyou forever always sweet sweetie sweetheart honey baby babygirl babyboy angel angels \
        heart hearts kiss kisses darling beautiful beauty pretty cutie cute sunshine sunny rainbow flower flowers butterfly \
        princess prince queen king kingdom princesa amor amour teamo liebe schatz schatzi engel hase maus mausi prinzessin \
        sonnenschein blume chocolate cookie cookies cherry banana orange peanut pepper ginger coffee cheese sugar candy \
        strawberry happy smile freedom family mother father mommy daddy mama papa sister brother friend friends bestfriend \
        heaven blessed blessing jesus jesuschrist christ church faith grace hope glory
        """

    private static let people = """
        michael michelle jennifer jessica jordan joshua daniel daniela andrew andrea anthony thomas robert william charlie \
        charles george matthew nicholas nicole ashley amanda samantha hannah sophie sophia maria martin martina alexander \
        alexandra christian christina christopher stephanie stefan stefanie sebastian benjamin jonathan patrick patricia \
        richard david steven joseph james justin brandon tyler taylor hunter harley maggie buster bailey molly sarah \
        laura julia peter oliver lucas louis leonardo carlos miguel antonio alejandro fernando ricardo gabriel natalie \
        natasha vanessa victoria veronica barbara sandra sabrina melissa rebecca rachel elizabeth katharina andreas \
        matthias markus florian tobias johannes manuel philipp klaus dennis marcel pascal
        """

    private static let games = """
        football soccer baseball basketball hockey tennis golf runner player champion winner arsenal chelsea liverpool \
        manchester united barcelona realmadrid madrid juventus bayern borussia dortmund schalke hamburg yankees cowboys \
        lakers steelers eagles packers ranger rangers dolphins tigers tiger lions panther panthers bulldog bulldogs \
        pokemon pikachu naruto minecraft fortnite starwars startrek skywalker vader batman superman spiderman ironman \
        marvel mario zelda sonic matrix gandalf frodo hobbit merlin wizard magic dragon dragons dragonball monkey monkeys \
        shadow phoenix falcon eagle wolf wolfman mustang corvette ferrari porsche mercedes yamaha honda suzuki harley \
        killer ninja samurai warrior hunter pirate rocket thunder lightning storm metallica slipknot nirvana greenday \
        blink182 eminem beatles elvis snoopy garfield mickey mickeymouse minnie donald scooby tinkerbell simpsons
        """

    private static let seasons = """
        spring summer autumn fall winter fruehling frühling sommer herbst january february march april june july august \
        september october november december januar februar maerz märz juni juli oktober dezember monday tuesday wednesday \
        thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag christmas easter \
        birthday weihnachten ostern geburtstag urlaub holiday vacation london paris berlin newyork america england \
        germany deutschland france italia espana mexico brasil canada australia europe texas california florida chicago \
        boston dallas
        """

    private static let clinic = """
        doctor doctors dentist dental dentista zahnarzt zahnarztpraxis praxis clinic clinica klinik hospital krankenhaus \
        nurse nurses patient patients patienten health healthcare medical medicine medizin pharmacy apotheke tooth teeth \
        zahn zaehne zähne implant surgery doktor arzt reception rezeption empfang frontdesk smile
        """

    private static let languages = """
        contrasena contraseña motdepasse azertyuiop bonjour soleil coucou doudou loulou chouchou jetaime marseille senha \
        seguranca amorzinho estrella carino corazon tequiero hola amigo amigos ciao ciaociao juventus forza napoli milano \
        roma wachtwoord welkom haslo parol privet nastya qweasd qweasdzxc qwe123 asd123 zxc123 aaaa bbbb xxxx zzzz okok \
        blabla lalala hahaha lol123 haha yolo swag
        """
}
