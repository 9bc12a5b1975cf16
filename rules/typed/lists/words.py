"""Words that entry lists use, in several languages: titles, sections, clubs, given names.

They are folded: no case, no accents. A missing word makes a question more, never a wrong name.

Source: docs/rules/entering.md.
"""

from rules.typed.names import folded


def _words(text: str) -> frozenset[str]:
    return frozenset(folded(word) for word in text.split())


def _codes(text: str) -> frozenset[str]:
    return frozenset(text.split())


CLUB = _words(
    """
    club clubs bc bk bg bgc bgk backgammon verein ev e.v. circolo asd klub klubi klubu kulubu society league
    federation federacion verband team tavli tavla gammon university uni school academy cercle association
    associazione asociacion клуб σωματειο lokal cafe bar pub klubben forening club. utd
    """
)
TITLE = _words(
    """
    open tournament tournaments turnier torneo torneio tournoi turnuva turniej turnering cup championship
    championships meisterschaft meisterschaften campeonato championnat coppa copa pokal trophy entry entries
    entrant entrants players participants participant teilnehmer teilnehmerliste teilnehmerinnen spieler
    spielerliste jugadores participantes inscritos inscripciones inscription inscriptions inscrits iscritti
    iscrizioni giocatori partecipanti joueurs participantes deltagere deltagare deelnemers spelers uczestnicy
    liste lista list registration registrations registered anmeldung anmeldungen anmeldeliste meldeliste signup
    signups sign-up sign-ups total totals subtotal summe gesamt gesamtzahl count anzahl totale kategorie category
    division intermediate beginners anfaenger event main consolation saturday sunday friday monday tuesday
    wednesday thursday samstag sonntag freitag sabado domingo viernes sabato domenica samedi dimanche january
    february march april june july august september october november december januar februar marz mai juni juli
    oktober dezember enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    участники список турнир участников συμμετοχες λιστα 参加者 名单 選手 参赛 رقم قائمة משתתפים
    """
)
# Several people: what stands before or behind a count.
PLURALS = _words(
    """
    total totals players participants entries entrants teilnehmer spieler jugadores inscritos inscrits iscritti
    giocatori joueurs summe gesamt anzahl count totale subtotal people persons signups registered anmeldungen
    deelnemers uczestnicy deltagare deltagere всего итого συνολο σύνολο участников 合計 总计 共 مجموع
    """
)
# People under such a heading, or with such a mark, may not play.
IN_DOUBT = _words(
    """
    waiting waitlist wait-list reserve reserves reserva reservas warteliste nachruecker ersatz maybe vielleicht
    quizas forse peut-etre tbc tentative unsure unconfirmed provisional cancelled canceled abgesagt absagen
    cancelado cancelados annule annules annullato withdrawn out attente attesa espera standby stand-by declined
    entschuldigt fehlt absent no-show резерв ожидания
    """
)
PAID = _words("paid bezahlt pagado pagada paye payee pagato pagata betaald zaplacone betalt odendi оплачено")
UNPAID = _words("unpaid unbezahlt owes offen impagado impaye") | {"not paid", "nicht bezahlt", "no pagado"}
HERE = _words("here present anwesend presente da checked-in ok confirmed confirmado bestaetigt confirme")
SUFFIX = _words("jr jr. sr sr. jnr snr ii iii iv junior senior phd dr md esq")
PARTICLES = _words(
    """
    van von der den de del della di da do dos das la le les el al bin ibn ben ter ten te zu zur af av y st st. mc
    mac o
    """
)
SENTENCE = _words(
    """
    the is are was were here there we you they have has had for please thanks thank hello hi dear see this that
    these those will would could should can can't cannot with about from our your my be been not it its at on by
    as also list wir ihr sie sind ist hier bitte danke hallo liebe gruss gruesse und oder nicht mit fur euch alle
    die das der habe hola gracias por favor los las son esta estan con para aqui saludos que como cuando buenas
    buenos bonjour merci voici vous nous les est sont avec pour ciao grazie ecco sono per con gli anyone anybody
    everyone everybody who what when where which how does do did still need room space time start starts players
    play playing game games bring board boards fee euro euros pay
    """
)
COUNTRIES = _words(
    """
    spain germany france italy greece turkey turkiye denmark sweden norway finland iceland england scotland wales
    ireland portugal netherlands holland belgium austria switzerland poland croatia serbia slovenia slovakia
    bulgaria romania hungary ukraine russia israel lebanon egypt jordan syria iran iraq georgia armenia azerbaijan
    cyprus malta usa uk japan china india thailand australia canada mexico brazil argentina espana deutschland
    frankreich spanien italien griechenland turkei danemark schweden schweiz osterreich polen kroatien israele
    italia grecia francia alemania suiza espagne allemagne grece suisse turquie croatia luxembourg estonia latvia
    lithuania czechia
    """
)
CODES = _codes(
    """
    ESP GER DEU FRA ITA GRE GRC TUR DEN DNK SWE NOR FIN ISL ENG SCO WAL IRL POR PRT NED NLD BEL AUT SUI CHE POL
    CRO HRV SRB SLO SVN SVK BUL BGR ROU HUN UKR RUS ISR LBN LIB EGY JOR SYR IRI IRN IRQ GEO ARM AZE CYP MLT USA
    GBR JPN CHN IND THA AUS CAN MEX BRA ARG EST LAT LVA LTU CZE LUX ALB MKD MNE BIH TUN MAR KUW KWT KSA SAU UAE
    ARE ES DE FR IT GR TR DK SE NO FI IS IE PT NL BE AT CH PL HR RS SI SK BG RO HU UA RU IL LB EG JO SY IR IQ GE
    AM AZ CY MT US UK GB JP CN IN TH AU CA MX BR AR EE LV LT CZ LU
    """
)
GIVEN = _words(
    """
    aaron abbas abdul abdullah abel abigail abraham adam adela adele adem adina adnan adolf adrian adriana adrien
    agata agnes agnieszka agneta ahmad ahmed ahmet aida aiko ailsa aisha akira alain alan alba albert alberto
    albin aldo alejandra alejandro aleksandar aleksandr aleksandra alena alessandra alessandro alex alexander
    alexandra alexandre alexandros alexei alexia alexis alfonso alfred alfredo ali alice alicia alina alison alma
    alojz alvaro amalia amanda amelia amelie amina amir amira amy ana anastasia anastasios anat anders andre
    andrea andreas andreea andrei andrej andres andrew andrey andrzej aneta angel angela angelika angelo angelos
    ania anita anja anke anna annabel anne anneke annelie annette annika anselm ante anthony antoine anton
    antonella antonia antonio antonios antonis antti anu arda ariadna ariel arif armando armin arnaud arne arnold
    arthur artur arturo arvid asa asher ashley asli aslan astrid athanasios athena attila audrey august aurelie
    aurora avi avraham axel aya ayse aysegul aziz barbara barry bartosz basil bastian beata beate beatrice beatriz
    ben benedikt benjamin bente berit bernard bernd bernhard bert bertil beth betty bianca bilal bill billy birgit
    birgitta bjarne bjorn bob bogdan boris borja bozena brad branko brenda brian bridget brigitte britta bruno
    bulent burak burcu camilla camille can candan carina carl carla carlo carlos carmen carol carole carolina
    caroline carsten catalina catarina catherine cathy cecilia cecilie cedric celia celine cem cemal cenk chaim
    chantal charles charlie charlotte chen cheryl chiara chloe chris christa christel christer christian
    christiane christina christine christof christoph christophe christopher christos cihan cindy claes claire
    clara clare claude claudia claudio claus clemens clement colette colin conor constantin cristian cristiana
    cristina cynthia dag dagmar damian damien damir dan dana daniel daniela daniele danielle danilo danny daphne
    daria dario darko david davide dawn dean deborah deniz denis denise dennis derya desmond diana diane dick
    didem diego dieter dietmar dilek dimitar dimitra dimitri dimitrios dimitris dina dirk dmitri dmitriy dmitry
    dolores domenico dominic dominik dominika dominique donald doris dorota dorothea dorothy douglas dragan dror
    dusan dylan ebru eda eddie edgar edit edith eduard eduardo edward edwin eero efrat efstathios egil eitan elena
    eleni eleonora eleftheria elias elif elin elisa elisabeth elisabetta elise eliza elizabeth ella ellen elsa
    elvira ema emanuel emanuele emel emil emilia emilie emilio emily emine emma emmanuel emre endre engin enrico
    enrique enzo erdem eric erica erich erik erika erkan erkki ernest ernesto ernst erwin esen esin esra esteban
    estelle ester esther etienne eugen eugene eugenia eva evan eve evelyn evgeni evgeny evi ewa fabian fabien
    fabienne fabio fabrice fabrizio fadi faisal fatih fatima fatma federica federico felix ferdinand ferenc ferhat
    fernanda fernando fethi filip filipa filippo fiona fleur flora florence florent florian fotini fran france
    frances francesca francesco francisco franco francois francoise frank franka frantisek franz franziska fred
    freddy frederic frederick frederik fredrik frida frieda friedrich fritz fuat gabor gabriel gabriela gabriele
    gabriella gaetano gareth gary gaspar gavin genevieve geoffrey georg george georges georgi georgia georgina
    georgios gerald geraldine gerard gerardo gerd gerhard gerrit gertrud giacomo gian gianluca gianni gil gilles
    gina giorgia giorgio giorgos giovanna giovanni gisela giulia giulio giuseppe glenn gloria goran gordon grace
    graham grazyna greg gregor gregory greta grete grzegorz guido guillaume guillermo gul gulay gunilla gunnar
    gunter gunther gustav gustavo guy hadi hakan hakon haldun halil halina hamid han hana hanna hannah hannes hans
    harald harold harriet harry haruki hasan hassan hatice hector heidi heike heikki heiko heinrich heinz helen
    helena helene helga helle helmut hendrik henning henri henriette henrik henrique henry herbert herman hermann
    herve hiba hideo hilary hilda hilde hiroshi hjalmar holger horst hristo hubert hugh hugo hulya husein huseyin
    hussein ian ibrahim ida ignacio igor ildiko iker ilana ilay ildar ilias ilja ilker ilona ilse imran inaki ines
    inga inge ingeborg inger ingo ingrid inigo ioana ioanna ioannis ipek irem irena irene irina iris irma isaac
    isabel isabella isabelle isidro ismail ismet ivan ivana ivo iwona izabela jaana jack jackie jacob jacqueline
    jacques jakob jakub james jamie jan jana jane janet janina janine janis janusz jari jarkko jaroslav jason
    jasmin jasmina jasper javier jean jeanne jeff jeffrey jelena jenni jennifer jenny jens jeremy jerome jerry
    jerzy jesper jesse jessica jesus jette jill jim jimena jimmy jo joachim joan joana joanna joanne joao joaquin
    jochen joe joel joelle johan johann johanna johannes john johnny jolanta jon jonas jonathan jordan jordi jorg
    jorge jose josef josefina joseph josephine joshua josip joyce juan juana judith judit juha juhani jukka jules
    julia julian juliana julie julien juliette julio julius june juraj jure jurgen juri justin justine justyna
    kaan kai kaisa kaj kalle kamal kamil kamila karel karen kari karim karin karina karl karla karolina karsten
    kasia kasper katarina katarzyna kate katerina kath katharina katherine kathleen kathrin kathryn kathy katia
    katja katrin katrine katy kazimierz kees keiko keith kelly kemal ken kenan kenji kenneth kenta kerem kerstin
    kevin khaled khalid kim kiril kirsi kirsten kirstin kjell klara klaus knut konrad konstantin konstantina
    konstantinos koray kostas kris kristian kristiina kristin kristina kristine kristof krystyna krzysztof kurt
    kyle kyoko kyriakos lada laila lale lars larisa lasse laszlo laura laure laurence laurent lauri lea leah leena
    lei leif leila lena lene lennart leo leon leona leonard leonardo leonie leonor leopold lesley leslie leszek
    leticia levent lia liam lidia liisa lili lilian liliana lilly lina linda line linnea lior lisa lisbeth lise
    liselotte liv livia ljubica lluis lola lorena lorenz lorenzo lorna lothar lou louis louisa louise luc luca
    lucas lucia lucie lucien lucy ludmila ludovic ludwig luigi luis luisa luka lukas luke luna lutz lydia lynn
    maarten maciej madeleine mads magali magda magdalena magnus mahmoud mahmut maj maja maksim malgorzata malin
    manfred manolis manuel manuela mara marc marcel marcela marcella marcelo marcin marco marcos marcus marek
    margaret margareta margarita margit margot margriet maria mariam marian mariana marianna marianne marie marija
    marijke marika mariko marilyn marina mario marion marios marisa marit marius marja marjan mark marko markus
    marlene marta marten martha martin martina martine marvin mary maryam marzena massimo mateja mateo mateusz
    mathias mathieu mathilde matias matilda matilde mats matt matteo matthew matthias matthieu matti maurice
    mauricio maurizio mauro max maxim maxime maximilian may megan mehdi mehmet mei melanie melih melina melissa
    meltem mercedes meryem mete metin michael michaela michail michal michel michele micheline michelle miguel
    mihai mihaela mika mikael mike mikel mikhail mikkel mikko mila milan milena milica milos mina ming mira
    miranda miriam mirjam mirjana mirko miroslav misha mitch mladen mohamad mohamed mohammad mohammed moira mona
    monica monika monique montserrat morgan moritz morten moshe muhammad muhammed munir murat mustafa myriam nabil
    nada nadia nadine nadja naim nalan nancy naomi narges nassim natalia natalie natasa natasha nathalie nathan
    nazim neal necati neil nela nelly nermin nesrin nevena niall nicholas nick nico nicola nicolai nicolas nicole
    niels nigel nihal nihat nikita nikki niko nikola nikolai nikolaos nikolas nikolay nikos nil nils nina nir noa
    noah noel noemi noga nora norbert norman nour nuno nuray nuri octavio odd ofer oguz ola olaf olav ole oleg
    olena olga oliver olivia olivier olli omar omer onur orhan orla oscar oskar osman oswald otto ozan ozge ozgur
    ozlem pablo paco paloma pamela panagiotis paola paolo pascal pascale pat patricia patricio patrick patrik
    patrizia paul paula paulina pauline paulo pavel pavle pawel pedro peggy pekka pelin penelope per peter petar
    peter petr petra petri petros petter phil philip philipp philippa philippe phillip pia pierre pieter pietro
    pilar pinar piotr pirjo predrag przemyslaw rachel radek rafael rafal raffaella rahel raimund raisa rajesh ralf
    ralph ramazan rami ramon rana randi raphael raquel rasmus raul raymond rebecca reem regina reinhard reinhold
    rek rena renata renate rene renee ricardo riccardo richard rick rikke rina rita rob robert roberta roberto
    robin rocio roderick rodica rodrigo roger rok roland rolf roman romain romana ron ronald ronen ronit ronja
    ronny rory rosa rosalia rosario rose rosemary rosmarie roswitha roxana roy ruben rudi rudolf rui rune russell
    ruta ruth ryan sabine sabrina said sakari salim sally salma salvador salvatore sam samantha sami samir samira
    samuel samuli sana sandor sandra sandrine sandro sanja sanna santiago sara sarah sari sarita saskia satu saul
    scott sean sebastian sebastien seda sedat selim selin selma semih sena serap serena serge sergei sergey sergi
    sergio serkan servet sevgi sevil shai shane shannon sharon shaun sheila shira shirin shirley shlomo shmuel
    sibel siegfried sigrid sigurd silke silvana silvia silvio simon simona simone sinan siobhan sirpa sissel
    slavica slavko slawomir slobodan snezana sofia sofie sol solange sonia sonja sophia sophie soren sotiris
    stacey stanislav stanislaw stavros stefan stefania stefanie stefano stefanos steffen steinar stella stelios
    sten stephan stephane stephanie stephen steve steven stig stine stipe stuart sue suleyman sumiko sunniva susan
    susana susanna susanne suzana suzanne svein sven svetlana svetoslav sylvia sylvie sylwia tadeusz taha takeshi
    tal tamar tamara tamas tamer tania tanja tapio tara tarek tarik taro tatiana tatjana tatyana ted teemu teppo
    terence teresa terhi terje terry tessa thea theo theodor theodora theodoros theresa therese thierry thilo
    thomas thor thorsten tibor tiina tim timo timothy tina ting tiziana tobias todd tom tomas tomasz tomaz tomer
    tomislav tommaso tommy toni tony tor torben tore torsten tove tracy trevor trine tuba tugba tulin tuncay
    tuomas turid ufuk ugo ugur ulf ulla ulrich ulrike umberto umit umut unal urs ursula urszula ute uwe vaclav
    valentin valentina valeria valerie valter vanessa vangelis varvara vasil vasile vasilios vasilis vasiliki vaso
    vedat vedran velimir venla vera verena veronica veronika veronique vesa vesna vicente vicky victor victoria
    vida vidar viggo vigdis viktor viktoria vilhelm ville vincent vincenzo viola violeta virginia virginie vito
    vittoria vittorio vivian viviane vjekoslav vlad vlado vladimir vlasta volkan volker wanda walter waltraud
    wayne wendy werner wieslaw wilfried wilhelm will willem william willy wim winfried wladyslaw wojciech wolf
    wolfgang xabier xavier yael yair yakov yalcin yan yana yann yannick yannis yaron yasemin yasin yasmin yavuz
    yehuda yelena yesim yigit yitzhak yoav yolanda yoko yonatan yorgos yosef yossi youssef yuki yulia yuri yusuf
    yvette yvonne zafer zahra zbigniew zdenek zehra zeki zeljko zeynep zina zlatan zlatko zoe zofia zoltan zoran
    zoya zrinka zsolt zsofia zuzana zvi александр алексей анастасия андрей анна антон борис вадим валентин
    валентина валерий варвара вера виктор виктория виталий владимир галина георгий григорий дарья денис дмитрий
    евгений евгения екатерина елена иван игорь илья инна ирина кирилл константин ксения лариса лев леонид людмила
    максим маргарита марина мария михаил надежда наталия наталья никита николай нина оксана олег олеся ольга павел
    петр петра роман светлана сергей софия станислав степан тамара татьяна федор юлия юрий яна ярослав милош
    јелена αθανασιος αλεξανδρος αλεξης αναστασια ανδρεας αννα αντωνης βασιλης βασιλικη γεωργια γεωργιος γιαννης
    γιωργος δημητρης δημητρα ειρηνη ελενη ελευθερια ευαγγελια ηλιας θανασης ιωαννα ιωαννης κατερινα κυριακος
    κωνσταντινα κωνσταντινος κωστας μαρια μιχαλης νικος νικολαος παναγιωτης παυλος πετρος σοφια σπυρος σταυρος
    στελιος σωτηρης χρηστος χριστινα
    """
)
# Given names that are places too: behind a comma nobody can say which of the two they are.
PLACES_TOO = _words(
    "adelaide alexandria asuncion augusta austin brooklyn charlotte chelsea clemente dallas diego florence florencia "
    "francisco georgia houston jackson lincoln lourdes madison martin odessa orlando paris phoenix rio roma salvador "
    "santiago savannah siena sofia sydney teresa valencia verona victoria vienna virginia vitoria"
)
REMARKS = _words(
    """
    late spaet spat tarde retard new neu nuevo nouveau nuovo beginner anfanger member mitglied socio vegetarian
    veggie vegan vegetarisch organiser organizer director helper captain women men junior student
    """
)
OPEN_PLACES = _words("n.n. nn n.n tbd tba tbc ??? ?? ? free frei libre open xxx --- ... bye freilos dummy")
LABELS = _words(
    """
    name player spieler spielerin teilnehmer teilnehmerin jugador joueur giocatore nombre nom nome entrant
    """
)
